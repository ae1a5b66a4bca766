import { startTestServers, type TestServers } from './test-servers.ts';

declare global {
  var kitroomTestServers: TestServers | undefined;
}

export default async function setUp(): Promise<void> {
  globalThis.kitroomTestServers = await startTestServers();
}
