// Unpacks what lies in a page, or beside it, as gzip in Base64.

/** The text that is packed in letters. */
export async function inflatedText(packed) {
  const letters = atob(packed);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = letters.charCodeAt(i);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}
