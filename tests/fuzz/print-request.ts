import { writeHead, type WireRequest } from './exchange.ts';

const SHOWN = 1500;

/** A line for the shell that sends a request again: with curl where curl would send it, else byte by byte. */
export function printRequest(request: WireRequest, url: string): string {
  const { method, target, headers, body, pieces } = request;
  const isPlain = headers.every(([, value]) => /^[\x20-\x7e]*$/.test(value)) && target.startsWith('/');
  if (!isPlain || request.isAlone || body.length > SHOWN || pieces > 1) return printBytes(request, url);
  const given = headers.filter(([name]) => name !== 'Content-Length' && name !== 'Transfer-Encoding');
  return [
    `curl -i --path-as-is --globoff -X ${quote(method)} ${quote(`${url}${target}`)}`,
    // What has no value is sent as such with a semicolon.
    ...given.map(([name, value]) => `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(body.length > 0 ? [`--data-binary $'${escape(body)}'`] : []),
  ].join(' ');
}

function printBytes(request: WireRequest, url: string): string {
  const { hostname, port } = new URL(url);
  const bytes = Buffer.concat([writeHead(request), request.body]);
  const cut = bytes.length > 2 * SHOWN ? ` # the first of ${bytes.length} bytes` : '';
  return `printf '%b' $'${escape(bytes.subarray(0, 2 * SHOWN)).replaceAll('\\', '\\\\')}' | nc ${hostname} ${port}${cut}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function escape(bytes: Buffer): string {
  return [...bytes]
    .map((byte) => {
      const isPlain = byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c;
      return isPlain ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
}
