/** What begins a part of a template. */
export const templateSigns = /\{\{|\$\{|<%|\{%/;
