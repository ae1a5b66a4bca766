import type { Content } from './drafts.ts';

/** A file that a form brings. */
export interface Upload {
  name: string;
  type: string;
  bytes: Buffer;
}

const BOUNDARY = 'kitroom-fuzz-4f1c';

/** Writes a form as browsers do. */
export function writeForm(fields: Readonly<Record<string, unknown>>): Content {
  const parts = Object.entries(fields).flatMap(([name, value]) => writePart(name, value));
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    bytes: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  };
}

function writePart(name: string, value: unknown): Buffer[] {
  const start = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name.replaceAll('"', '%22')}"`;
  if (!isUpload(value)) {
    return [Buffer.from(`${start}\r\n\r\n${value === null ? '' : toText(value)}\r\n`)];
  }
  const head = `${start}; filename="${value.name}"\r\nContent-Type: ${value.type}\r\n\r\n`;
  return [Buffer.from(head), value.bytes, Buffer.from('\r\n')];
}

/** A value as it stands in an address or a form. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function isUpload(value: unknown): value is Upload {
  return typeof value === 'object' && value !== null && 'bytes' in value;
}

/** What can go wrong on the way of a form, by name. */
export const FORM_ACCIDENTS: ReadonlyArray<(content: Content) => Content> = [
  // It breaks off.
  ({ type, bytes }) => ({ type, bytes: bytes.subarray(0, Math.floor(bytes.length / 2)) }),
  ({ type, bytes }) => ({ type, bytes: bytes.subarray(0, Math.max(0, bytes.length - 4)) }),
  ({ type }) => ({ type, bytes: Buffer.alloc(0) }),
  // Another boundary, or none.
  ({ bytes }) => ({ type: 'multipart/form-data; boundary=other', bytes }),
  ({ bytes }) => ({ type: 'multipart/form-data', bytes }),
  ({ bytes }) => ({ type: `multipart/form-data; boundary="${BOUNDARY}"; boundary=x`, bytes }),
  ({ bytes }) => ({ type: 'application/json', bytes }),
  // Names that no form has.
  ({ type, bytes }) => ({ type, bytes: replace(bytes, 'name="', 'name="__proto__"; x="') }),
  ({ type, bytes }) => ({ type, bytes: replace(bytes, 'name="', 'name="a[b][c]"; x="') }),
  ({ type, bytes }) => ({ type, bytes: replace(bytes, 'name="', 'x="') }),
  ({ type, bytes }) => ({ type, bytes: replace(bytes, 'name="', `name="${'n'.repeat(300)}"; x="`) }),
  ({ type, bytes }) => ({ type, bytes: replace(bytes, 'name="', 'name="\0"; x="') }),
  // File names that no system has.
  ({ type, bytes }) => ({ type, bytes: replace(bytes, 'filename="', 'filename="../../../etc/passwd') }),
  ({ type, bytes }) => ({ type, bytes: replace(bytes, 'filename="', `filename="${'f'.repeat(400)}`) }),
  ({ type, bytes }) => ({ type, bytes: replace(bytes, 'filename="', 'filename="\0\u202e') }),
  ({ type, bytes }) => ({ type, bytes: replace(bytes, 'filename="', "filename*=utf-8''%ff%00; x=\"") }),
  ({ type, bytes }) => ({ type, bytes: replace(bytes, 'filename="', 'x="') }),
  // Headers of a part.
  ({ type, bytes }) => ({
    type,
    bytes: replace(bytes, 'Content-Disposition', 'Content-Transfer-Encoding: base64\r\nContent-Disposition'),
  }),
  ({ type, bytes }) => ({
    type,
    bytes: replace(bytes, 'Content-Disposition: form-data', 'Content-Disposition: attachment'),
  }),
  ({ type, bytes }) => ({
    type,
    bytes: replace(bytes, 'Content-Disposition', `X: ${'y'.repeat(20_000)}\r\nContent-Disposition`),
  }),
  ({ type, bytes }) => ({ type, bytes: replace(bytes, 'Content-Disposition: form-data', '') }),
  // Too many of them.
  ({ type, bytes }) => ({ type, bytes: Buffer.concat([...manyParts(30), bytes]) }),
  ({ type, bytes }) => ({ type, bytes: Buffer.concat([...manyParts(1, 70_000), bytes]) }),
  ({ type, bytes }) => ({ type, bytes: Buffer.concat([bytes.subarray(0, -(BOUNDARY.length + 6)), bytes]) }),
  ({ type, bytes }) => ({
    type,
    bytes: Buffer.concat([Buffer.from('preamble\r\n'), bytes, Buffer.from('epilogue')]),
  }),
];

function replace(bytes: Buffer, what: string, by: string): Buffer {
  return Buffer.from(
    bytes.toString('latin1').replace(what, () => by),
    'latin1',
  );
}

function manyParts(count: number, length = 1): Buffer[] {
  return Array.from({ length: count }, (_each, index) =>
    writePart(`field${index}`, 'v'.repeat(length)),
  ).flat();
}
