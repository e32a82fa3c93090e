/** Downloads a file. */
export function download(name: string, content: string | Blob, type = 'text/plain'): void {
  const link = document.createElement('a');
  const address = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content);
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
