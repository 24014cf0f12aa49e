import { extension } from "@zot/ext";

export const ext = extension({ name: "tour", version: "1.0.0" });
