/** Has the browser save a file under this name. */
export function saveFile(content: Blob, name: string): void {
  // Browsers save what a link with `download` leads to.
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Reads a streamed answer to its end and has the browser save it; `report` gets the bytes read so far. */
export async function saveStream(
  response: Response,
  name: string,
  report: (bytes: number) => void,
): Promise<void> {
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      bytes += part.byteLength;
      report(bytes);
      controller.enqueue(part);
    },
  });
  saveFile(await new Response(response.body?.pipeThrough(counter)).blob(), name);
}
