/**
 * The environment of the programs that zot starts: its own, less the credentials that tools and host take
 * out, and who started them. Tools look at `AI_AGENT` to tell that no person is at work; `ZOT_SESSION_ID` is there while a session is kept.
 */
export function childEnv(sessionId: () => string | undefined = () => undefined): NodeJS.ProcessEnv {
  return {
    ...process.env,
    AI_AGENT: "zot",
    ZOT_AGENT: "1",
    // A getter: the user may switch to another session.
    get ZOT_SESSION_ID() {
      return sessionId();
    },
  };
}
