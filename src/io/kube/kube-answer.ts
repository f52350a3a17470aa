// biome-ignore lint/suspicious/noExplicitAny: each field of an API server's JSON is checked where it is read.
export type Json = any;

/** A response that the caller handles: success, or an error about the object (400, 404, 409, 410, 422). */
export interface KubeAnswer {
  readonly status: number;
  readonly body: Json;
}
