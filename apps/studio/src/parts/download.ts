/** Lets the browser download `content` as a file with this name. */
export function download(name: string, content: string | Blob, type = 'text/plain'): void {
  const link = document.createElement('a');
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content);
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
