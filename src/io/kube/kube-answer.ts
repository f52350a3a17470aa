// biome-ignore lint/suspicious/noExplicitAny: JSON of an API server is checked where it is read.
export type Json = any;

/** An answer that the caller has to look at: success, or a refusal that speaks of the object (400, 404, 409, 410, 422). */
export interface KubeAnswer {
  readonly status: number;
  readonly body: Json;
}
