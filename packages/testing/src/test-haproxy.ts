import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ServerAccount } from '@kitroom/devstack/postgres-account';
import { startDaemon, waitForPort } from './test-daemon.ts';

/** A running HAProxy. */
export interface TestHaproxy {
  /** Restarts it with further variables, as an operator would after changing its environment. */
  restart(env: Record<string, string>): Promise<void>;
  stop(): Promise<void>;
}

const CONFIGURATIONS = resolve(import.meta.dirname, '../../../infra/haproxy');

/**
 * Starts the machine's HAProxy with a configuration of `infra/haproxy`. It writes its log to a file in
 * `folder`.
 */
export async function startHaproxy(options: {
  configuration: 'haproxy.cfg' | 'one-primary.cfg';
  env: Record<string, string>;
  account: ServerAccount;
  folder: string;
}): Promise<TestHaproxy> {
  const { account, folder } = options;
  // Its user may have no access to the repository.
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, readFileSync(join(CONFIGURATIONS, options.configuration)));
  let env = options.env;
  const launch = async () => {
    const daemon = startDaemon({
      account,
      program: 'haproxy',
      args: ['-db', '-f', file],
      env,
      log: join(folder, 'haproxy.log'),
    });
    await waitForPort(daemon, 'HAProxy', Number(env.PRIMARY_LISTEN?.split(':').at(-1)));
    return daemon;
  };
  let daemon = await launch();
  return {
    restart: async (changed) => {
      await daemon.kill('SIGTERM');
      env = { ...env, ...changed };
      daemon = await launch();
    },
    stop: () => daemon.kill(),
  };
}
