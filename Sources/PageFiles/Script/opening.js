// Unpacks the data and the program of a page, which lie in it as gzip in Base64, and runs the program.

/** The text of an element, unpacked. */
async function unpackedText({ textContent }) {
  const letters = atob(textContent);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = letters.charCodeAt(i);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

if ('DecompressionStream' in globalThis) {
  const packed = [...document.querySelectorAll('script[type="application/gzip"]')];
  const [data, program] = await Promise.all(packed.map(unpackedText));
  globalThis.packedData = data;
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', textContent: program }));
} else {
  document.body.append('[[This page needs a browser of 2023 or later.]]');
}
