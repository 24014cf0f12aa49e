import { describe, expectTypeOf, test } from "vitest";
import {
  type Decoded,
  type FromExtension,
  type FromHost,
  type Hello,
  type Manifest,
  type ToolResultFromExtension,
  decodeFromExtension,
  decodeFromHost,
  encodeFrame,
} from "../src/index.js";
import type { FromRpcClient, FromRpcServer, RpcEvent, RpcResponse } from "../src/rpc.js";

type Of<Frame, Type> = Extract<Frame, { type: Type }>;
/** `string` if any object of the union takes fields of any name, otherwise its own names only. */
type FieldNames<Frame> = Frame extends unknown ? keyof Frame : never;
type IsAny<T> = 0 extends 1 & T ? true : false;
/** The fields of a union's members that are `any`. */
type AnyFields<Frame> = Frame extends unknown
  ? { [Key in keyof Frame]-?: IsAny<Frame[Key]> extends true ? Key : never }[keyof Frame]
  : never;

describe("the types of the wire", () => {
  test("keep a frame from being sent the wrong way", () => {
    expectTypeOf({ type: "hello" as const, name: "a" }).toExtend<FromExtension>();
    expectTypeOf({ type: "hello" as const, name: "a" }).not.toExtend<FromHost>();
    expectTypeOf({ type: "shutdown" as const }).toExtend<FromHost>();
    expectTypeOf({ type: "shutdown" as const }).not.toExtend<FromExtension>();
    expectTypeOf<Of<FromHost, "tool_call">>().not.toExtend<FromExtension>();
    expectTypeOf<FromRpcServer>().not.toExtend<FromRpcClient>();
    expectTypeOf<Of<FromRpcClient, "prompt">>().not.toExtend<FromRpcServer>();
  });

  test("tell the two results apart that share a name", () => {
    expectTypeOf<Of<FromExtension, "tool_result">>().toEqualTypeOf<ToolResultFromExtension>();
    expectTypeOf<ToolResultFromExtension>().not.toExtend<FromHost>();
  });

  test("have no index signature, so that a misspelt field is an error", () => {
    expectTypeOf<string>().not.toExtend<FieldNames<FromExtension>>();
    expectTypeOf<string>().not.toExtend<FieldNames<FromHost>>();
    expectTypeOf<string>().not.toExtend<FieldNames<FromRpcClient>>();
    expectTypeOf<string>().not.toExtend<FieldNames<FromRpcServer>>();
    expectTypeOf<string>().not.toExtend<keyof Manifest>();
    expectTypeOf<FieldNames<Hello>>().toEqualTypeOf<"type" | "name" | "version" | "capabilities">();
    expectTypeOf<string>().not.toExtend<FieldNames<ToolResultFromExtension["content"][number]>>();
  });

  test("have no any", () => {
    expectTypeOf<AnyFields<FromExtension>>().toEqualTypeOf<never>();
    expectTypeOf<AnyFields<FromHost>>().toEqualTypeOf<never>();
    expectTypeOf<AnyFields<FromRpcClient>>().toEqualTypeOf<never>();
    expectTypeOf<AnyFields<FromRpcServer>>().toEqualTypeOf<never>();
    expectTypeOf<AnyFields<Manifest>>().toEqualTypeOf<never>();
    expectTypeOf<RpcResponse["data"]>().toBeUnknown();
  });

  test("require of an author what a reader may find missing", () => {
    expectTypeOf({ type: "tool_result" as const, id: "1" }).not.toExtend<FromExtension>();
    expectTypeOf({ type: "command_response" as const, id: "1" }).not.toExtend<FromExtension>();
    expectTypeOf({ type: "register_tool" as const, name: "a" }).not.toExtend<FromExtension>();
  });

  test("flow through the codec", () => {
    expectTypeOf(decodeFromExtension).returns.toEqualTypeOf<Decoded<FromExtension>>();
    expectTypeOf(decodeFromHost).returns.toEqualTypeOf<Decoded<FromHost>>();
    expectTypeOf(encodeFrame)
      .parameter(0)
      .toEqualTypeOf<FromExtension | FromHost | FromRpcClient | FromRpcServer>();
    expectTypeOf<Exclude<FromRpcServer, RpcResponse>>().toEqualTypeOf<RpcEvent>();
  });
});
