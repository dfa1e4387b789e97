// Unpacks the data of a page and runs its program, which lies packed in the page or, as runProgram(), in a file beside it.
import { inflatedText } from './inflate.js';

if ('DecompressionStream' in globalThis) {
  const packed = [...document.querySelectorAll('script[type="application/gzip"]')];
  const [data, program] = await Promise.all(packed.map(({ textContent }) => inflatedText(textContent)));
  globalThis.packedData = data;
  if (typeof runProgram === 'function') runProgram();
  else document.head.append(Object.assign(document.createElement('script'), { type: 'module', textContent: program }));
} else {
  document.body.append('[[This page needs a browser of 2023 or later.]]');
}
