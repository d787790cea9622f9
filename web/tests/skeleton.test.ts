import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { expect, test } from "vitest";

import { ClientFrameSchema } from "../src/gen/carteado/v1/client_pb";

test("a frame survives the wire", () => {
  const frame = create(ClientFrameSchema, {
    id: "a1",
    body: { case: "ping", value: { clientMs: 5n } },
  });
  expect(fromBinary(ClientFrameSchema, toBinary(ClientFrameSchema, frame))).toEqual(frame);
});
