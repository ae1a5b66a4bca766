import { execFile } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';

const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** Runs a program to its end, and returns its log messages. */
async function messagesOf(program: string): Promise<unknown[]> {
  const script = `
    import { setTimeout as sleep } from 'node:timers/promises';
    import { openLogger } from ${module('./logger.ts')};
    import { runUntilSignal } from ${module('../process/process.ts')};
    const log = openLogger({ service: 'test', level: 'info' });
    const die = () => process.kill(process.pid, 'SIGKILL');
    ${program}`;
  const written = await new Promise<string>((resolve) => {
    execFile(process.execPath, ['--input-type=module', '--eval', script], (_error, stdout) =>
      resolve(stdout),
    );
  });
  const lines = written.split('\n').filter((line) => line !== '');
  return lines.map((line) => (JSON.parse(line) as { msg: unknown }).msg);
}

describe('the log of a killed process', () => {
  it('contains every line that was logged 400 ms before', async () => {
    const messages = await messagesOf(`
      for (let at = 0; at < 100; at += 1) log.info(String(at));
      await sleep(400);
      die();`);
    expect(messages).toEqual(Array.from({ length: 100 }, (_, at) => String(at)));
  });

  it.each([
    ['from a logger', `log.info('before'); log.warn('last');`],
    ['from a child logger', `log.info('before'); log.child({ kind: 'child' }).error('last');`],
    ['during another write', `log.warn('before'); log.warn('last');`],
  ])('contains every warning and error, and all lines before: %s', async (_which, lines) => {
    expect(await messagesOf(`${lines} await sleep(300); die();`)).toEqual(['before', 'last']);
  });

  it('contains every line of a worker thread', async () => {
    const messages = await messagesOf(`
      const { Worker } = await import('node:worker_threads');
      const source = \`import(${module('./logger.ts')}).then(({ openLogger }) => {
        openLogger({ service: 'test', level: 'info' }).info('of a thread');
        require('node:worker_threads').parentPort.postMessage('logged');
        setInterval(() => {}, 1000);
      })\`;
      const worker = new Worker(source, { eval: true });
      worker.once('message', die);
      await sleep(60_000);`);
    expect(messages).toEqual(['of a thread']);
  });
});

describe('the log of an ending process', () => {
  it.each([
    ['by itself', ''],
    ['with process.exit', 'process.exit();'],
    ['with an uncaught exception', 'setImmediate(() => { throw new Error("not caught"); });'],
    ['with an unhandled rejection', 'void Promise.reject(new Error("not caught"));'],
  ])('is complete if the process ends %s', async (_how, end) => {
    expect(await messagesOf(`log.info('one'); log.info('two'); ${end}`)).toEqual(['one', 'two']);
  });

  it('is complete if the process is stopped by SIGTERM', async () => {
    const messages = await messagesOf(`
      await runUntilSignal(log, async () => {
        const work = setInterval(() => process.kill(process.pid, 'SIGTERM'), 50);
        return {
          async stop() {
            clearInterval(work);
            log.info('at work');
          },
        };
      });`);
    expect(messages).toEqual(['stopping', 'at work', 'stopped']);
  });
});
