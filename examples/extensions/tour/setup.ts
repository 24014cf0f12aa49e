import { ext } from "./ext.js";

// #region setup
ext.setup((zot) => {
  const { provider, model, cwd, data_dir } = zot.host;
  zot.log(`${provider}/${model} works in ${cwd}; my data is in ${data_dir}`);
  if (provider === "offline") {
    ext.command("offline", { run: () => "Connect a real model with /login." });
  }
});
// #endregion

// #region shutdown
ext.onShutdown(() => {
  console.log("goodbye");
});
// #endregion
