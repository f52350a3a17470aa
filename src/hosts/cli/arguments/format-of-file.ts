const formats: Readonly<Record<string, string>> = {
  htm: 'html',
  html: 'html',
  json: 'json',
  markdown: 'markdown',
  md: 'markdown',
  sarif: 'sarif',
  txt: 'text',
  xml: 'junit',
};

/** The output format that the name of a file asks for, or undefined. */
export function formatOfFile(file: string): string | undefined {
  const name = file.toLowerCase();
  if (name.endsWith('.sarif.json')) return 'sarif';
  const extension = /\.([a-z]+)$/.exec(name)?.[1];
  return extension !== undefined && Object.hasOwn(formats, extension) ? formats[extension] : undefined;
}
