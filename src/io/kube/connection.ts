/** How to reach an API server, and with which credentials. Only `describe()` is ever printed. */
export interface ClusterConnection {
  /** `https://HOST:PORT`, optionally with a path. */
  readonly server: string;
  /** PEM. Without it, the system's certificate authorities are used. */
  readonly certificateAuthority?: string | undefined;
  /** The name in the server's certificate, if it differs from the one in `server`. */
  readonly tlsServerName?: string | undefined;
  readonly token?: string | undefined;
  /** PEM. */
  readonly clientCertificate?: { readonly certificate: string; readonly key: string } | undefined;
  readonly impersonate?: { readonly user: string; readonly groups: readonly string[] } | undefined;
  /** A name of the cluster that is safe to print, without credentials. */
  describe(): string;
}

/**
 * Returns the connection for the next request. `isRefused` means that the API server refused the last credentials, so new ones
 * are needed. Throws PlumblineError if there are none.
 */
export type Connect = (isRefused?: boolean) => Promise<ClusterConnection>;
