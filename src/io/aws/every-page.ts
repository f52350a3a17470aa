/** More pages than any region or account has. It stops a broken endpoint from sending pages without end. */
const maxPages = 1_000;

/** All pages of a request. */
export async function everyPage<T extends { readonly NextToken?: string | undefined }>(
  next: (token: string | undefined) => Promise<T>,
): Promise<T[]> {
  const all: T[] = [];
  let token: string | undefined;

  do {
    const page = await next(token);
    all.push(page);
    token = page.NextToken || undefined;
  } while (token !== undefined && all.length < maxPages);

  return all;
}
