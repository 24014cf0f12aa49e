import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
}

/** What the server does with one request. */
export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** Sent one write each. */
  frames?: readonly (string | Buffer)[];
  /** After the frames: close in good order, cut the connection, or say nothing more. */
  then?: "end" | "reset" | "stall";
}

/** A loopback server that answers each request with the next answer, and the last one for ever. */
export class FakeVendor {
  readonly requests: SeenRequest[] = [];
  readonly #server = createServer((request, response) => {
    void this.#serve(request, response);
  });
  readonly #sockets = new Set<Socket>();
  #answers: Answer[] = [];
  #closedSockets = 0;
  #onChange: (() => void)[] = [];

  async listen(): Promise<this> {
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => {
        this.#sockets.delete(socket);
        this.#closedSockets += 1;
        this.#changed();
      });
    });
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  answer(...answers: Answer[]): void {
    this.#answers = answers;
  }

  /** Waits until the server has seen that many connections go. */
  async socketsClosed(count: number): Promise<void> {
    while (this.#closedSockets < count) {
      await new Promise<void>((resolve) => this.#onChange.push(resolve));
    }
  }

  get openSockets(): number {
    return this.#sockets.size;
  }

  async requestSeen(count: number): Promise<void> {
    while (this.requests.length < count) {
      await new Promise<void>((resolve) => this.#onChange.push(resolve));
    }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #changed(): void {
    for (const resolve of this.#onChange.splice(0)) resolve();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk as string;
    this.requests.push({
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>),
    });
    this.#changed();
    const answer = (this.#answers.length > 1 ? this.#answers.shift() : this.#answers[0]) ?? {};
    response.writeHead(answer.status ?? 200, {
      "content-type": "text/event-stream",
      ...answer.headers,
    });
    response.flushHeaders();
    for (const frame of answer.frames ?? []) {
      await new Promise((resolve) => response.write(frame, resolve));
    }
    if (answer.then === "reset") response.socket?.resetAndDestroy();
    else if (answer.then !== "stall") response.end();
  }
}
