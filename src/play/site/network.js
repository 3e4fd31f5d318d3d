// A champion in the browser: onnxruntime-web on one thread, from our own files.

import * as ort from "./vendor/onnxruntime-web/ort.wasm.bundle.min.mjs";

ort.env.wasm.numThreads = 1; // more need headers that static hosts rarely send
ort.env.wasm.wasmPaths = { wasm: new URL("vendor/onnxruntime-web/ort-wasm-simd-threaded.wasm", import.meta.url).href };
ort.env.logLevel = "error";

/** The content of one of our files. Throws an Error that names it. */
export async function fetched(path) {
  const answer = await fetch(new URL(path, import.meta.url));
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${answer.statusText}`);
  return answer;
}

/**
 * The judge that a search asks, made from `champion`, a file of champions/ as JSON.
 *
 * judge(leaf) → { policyLogits: Float32Array [A], value, margin }, for the player to move, in [-1, 1].
 */
export async function loadNetwork(champion) {
  const model = await (await fetched(champion.onnx)).arrayBuffer();
  const session = await ort.InferenceSession.create(new Uint8Array(model), { executionProviders: ["wasm"] });
  const shape = [1, ...champion.planes];
  const [logits, value, margin] = champion.outputs;
  return async ({ observation }) => {
    const answers = await session.run({ [champion.input]: new ort.Tensor("float32", observation, shape) });
    return {
      policyLogits: answers[logits].data.slice(), // the engine may use its memory again
      value: answers[value].data[0],
      margin: answers[margin].data[0],
    };
  };
}
