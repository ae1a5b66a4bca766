import './global-setup.ts';

/** Jest calls this once after all tests. */
export default async function tearDown(): Promise<void> {
  await globalThis.kitroomTestServers?.stop();
}
