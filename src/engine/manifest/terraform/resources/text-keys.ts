/**
 * Keys of `for_each` that are whole documents, as in `toset(data.kubectl_path_documents.pools.documents)`: a key that people choose has one line.
 * https://registry.terraform.io/providers/alekc/kubectl/latest/docs/data-sources/kubectl_path_documents
 */
const textKey = /\["[^"\n]*(?:\\n|\n)/;

/** Whether an address has a key with several lines. */
export const isKeyedByText = (address: string): boolean => textKey.test(address);

/** An address before its first key with several lines; the whole of it if it has none. */
export function withoutText(address: string): string {
  const at = address.search(textKey);
  if (at === -1) return address;
  return address.slice(0, at);
}
