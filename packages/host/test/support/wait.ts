export { isAlive, until } from "../../../../test-support/processes.js";
