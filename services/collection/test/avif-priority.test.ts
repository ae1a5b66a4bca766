import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { describeWhere } from '@kitroom/testing/describe-where';

const MODULE = new URL('../src/photos/pictures/make-avif.ts', import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), 'kitroom-avif-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Root may set any priority, unless the process lacks the capability `sys_nice`. */
const WITHOUT_PRIVILEGE =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-sys_nice', '--inh-caps=-sys_nice'] : ['env'];

const TITLE = 'makeAvif in a process without privileges';

describeWhere(process.platform === 'linux', { title: TITLE, missing: 'this is not Linux' }, () => {
  it.each([0, 5, 10, 19])('creates an AVIF at nice %i', async (nice) => {
    const [source, target] = [join(folder, 'source.png'), join(folder, `${nice}.avif`)];
    const color = { width: 64, height: 64, channels: 3, background: 'navy' } as const;
    await sharp({ create: color }).png().toFile(source);
    const script = `
      import { getPriority } from 'node:os';
      import { makeAvif } from ${JSON.stringify(MODULE)};
      await makeAvif({ path: ${JSON.stringify(source)} }, ${JSON.stringify(target)});
      console.log(getPriority());
      process.exit();`;
    const node = [process.execPath, '--input-type=module', '--eval', script];
    const command = [...WITHOUT_PRIVILEGE, 'nice', '-n', String(nice), ...node];
    const { stdout } = await promisify(execFile)(command[0] ?? '', command.slice(1));
    expect(Number(stdout)).toBeGreaterThanOrEqual(nice);
    expect(await sharp(target).metadata()).toMatchObject({ format: 'heif', width: 64 });
  });
});
