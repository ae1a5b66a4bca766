// The entry point of the stand-in archive's process, for `npm start`.
import { messageOf } from '../devstack-error.ts';
import { startStandInArchive } from './stand-in-archive.ts';

const host = process.env.HOST || '127.0.0.1';
const port = Number(process.env.PORT || '4002');

try {
  const archive = await startStandInArchive({ host, port });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void archive.stop().then(() => process.exit(0)));
  }
  log('info', { host, port: Number(new URL(archive.url).port), msg: 'listening' });
} catch (error) {
  log('fatal', { host, port, msg: messageOf(error) });
  process.exitCode = 1;
}

function log(level: string, entry: object): void {
  const line = { level, time: new Date().toISOString(), service: 'archive', ...entry };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
