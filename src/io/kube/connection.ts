/** How an API server is reached, and as whom. Nothing but `describe()` is ever printed. */
export interface ClusterConnection {
  /** `https://HOST:PORT`, perhaps with a path. */
  readonly server: string;
  /** PEM; without it the authorities of the system count. */
  readonly certificateAuthority?: string | undefined;
  /** The name in the server's certificate, where it is another than that of `server`. */
  readonly tlsServerName?: string | undefined;
  readonly token?: string | undefined;
  /** PEM. */
  readonly clientCertificate?: { readonly certificate: string; readonly key: string } | undefined;
  readonly impersonate?: { readonly user: string; readonly groups: readonly string[] } | undefined;
  /** What people may read of it: the cluster's name, never a credential. */
  describe(): string;
}

/**
 * Gives the connection for the next request. `isRefused` says that the API server did not take the last one's credentials:
 * then they have to be new. Throws PlumblineError where there are none.
 */
export type Connect = (isRefused?: boolean) => Promise<ClusterConnection>;
