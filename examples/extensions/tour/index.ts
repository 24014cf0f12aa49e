import { ext } from "./ext.js";
import "./tools.js";
import "./commands.js";
import "./notes.js";
import "./events.js";
import "./intercepts.js";
import "./panels.js";
import "./prompts.js";
import "./host-tools.js";
import "./setup.js";

ext.run();
