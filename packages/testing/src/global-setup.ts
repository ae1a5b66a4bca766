import { startTestServers, type TestServers } from './test-servers.ts';
import { chooseTimeZone } from './test-time-zone.ts';

declare global {
  var kitroomTestServers: TestServers | undefined;
}

export default async function setUp(): Promise<void> {
  process.stderr.write(`Time zone: ${chooseTimeZone()}\n`);
  globalThis.kitroomTestServers = await startTestServers();
}
