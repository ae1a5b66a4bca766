import { spawnSync } from 'node:child_process';
import { chownSync, lstatSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DevstackError } from './devstack-error.ts';

/** As whom PostgreSQL's programs run. Without uid and gid: as the user of this process. */
export interface ServerAccount {
  uid?: number;
  gid?: number;
  /** Command and arguments that go before each program; it changes the user then. */
  launcher: string[];
}

/**
 * PostgreSQL refuses to run as root. A process of root therefore runs it as the owner of the cluster that is
 * already there, else as `nobody`: a user that every system has, so none is created.
 */
export function chooseAccount(program: string, folder: string, cluster: string): ServerAccount {
  if (process.getuid?.() !== 0) return { launcher: [] };
  const account = { ...(ownerOf(cluster) ?? findNobody()), launcher: [] };
  if (mayReach(account, program, folder)) return account;
  const passing = withPassage(account);
  if (mayReach(passing, program, folder)) return passing;
  throw new DevstackError(
    `PostgreSQL does not run as root, and the user ${account.uid} it runs as may not enter ${folder} or reach ` +
      `${program}: move the checkout to a folder that all may enter, or run this as another user than root`,
  );
}

/** A program of PostgreSQL, ready for spawn: command, arguments, and whom it runs as. */
export function asAccount(account: ServerAccount, program: string, args: readonly string[]) {
  const [command = program, ...rest] = [...account.launcher, program, ...args];
  const { uid, gid } = account;
  if (account.launcher.length > 0 || uid === undefined || gid === undefined) {
    return { command, args: rest, user: {} };
  }
  return { command, args: rest, user: { uid, gid } };
}

/** Gives a file, or a folder with all it holds, to the account. */
export function giveTo({ uid, gid }: ServerAccount, path: string): void {
  if (uid === undefined || gid === undefined) return;
  const entry = lstatSync(path);
  if (entry.isSymbolicLink()) return;
  if (entry.uid !== uid) chownSync(path, uid, gid);
  if (entry.isDirectory())
    for (const name of readdirSync(path)) giveTo({ uid, gid, launcher: [] }, join(path, name));
}

function ownerOf(cluster: string): { uid: number; gid: number } | undefined {
  const { uid = 0, gid = 0 } = statSync(cluster, { throwIfNoEntry: false }) ?? {};
  return uid === 0 ? undefined : { uid, gid };
}

function findNobody(): { uid: number; gid: number } {
  const [, uid, gid] = /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  if (uid === undefined || gid === undefined) {
    throw new DevstackError(
      'PostgreSQL does not run as root, and there is no user nobody: run this as another user',
    );
  }
  // macOS writes -2.
  return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
}

/**
 * The account, allowed to pass folders that are closed to it, such as /root. Linux can leave a process one
 * privilege of root's: dac_override, which containers grant too, unlike dac_read_search, which would do. The
 * secure bit makes access(2), with which PostgreSQL looks at its own programs, respect that privilege.
 */
function withPassage({ uid, gid }: { uid: number; gid: number }): ServerAccount {
  const privilege = [
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
  ];
  return {
    uid,
    gid,
    launcher: ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...privilege, '--'],
  };
}

// Asked by trying: modes, access lists and mounts all have a say.
function mayReach(account: ServerAccount, program: string, folder: string): boolean {
  return succeeds(account, program, ['--version']) && succeeds(account, 'test', ['-x', folder]);
}

function succeeds(account: ServerAccount, program: string, args: string[]): boolean {
  const { command, args: rest, user } = asAccount(account, program, args);
  return spawnSync(command, rest, { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
}
