import { spawnSync } from 'node:child_process';
import { chownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DevstackError } from './devstack-error.ts';

/** The user that runs PostgreSQL. Without uid and gid, the user of this process. */
export interface ServerAccount {
  uid?: number;
  gid?: number;
  /** Command and arguments that run a program as the user; empty if spawn can switch users itself. */
  launcher: string[];
}

/**
 * PostgreSQL refuses to run as root. If this process is root, it runs PostgreSQL as the owner of an existing
 * cluster, else as `nobody`, which exists on every system.
 */
export function chooseAccount(program: string, folder: string, cluster: string): ServerAccount {
  if (process.getuid?.() !== 0) return { launcher: [] };
  const account = { ...(ownerOf(cluster) ?? findNobody()), launcher: [] };
  if (mayReach(account, program, folder)) return account;
  const privileged = withFolderAccess(account);
  if (mayReach(privileged, program, folder)) return privileged;
  throw new DevstackError(
    `PostgreSQL does not run as root, and user ${account.uid} cannot enter ${folder} or execute ${program}: ` +
      'move the checkout to a folder that all users can enter, or run this as a user other than root',
  );
}

/** The command, arguments and user for spawning a PostgreSQL program. */
export function asAccount(account: ServerAccount, program: string, args: readonly string[]) {
  const [command = program, ...programArgs] = [...account.launcher, program, ...args];
  const { uid, gid } = account;
  if (account.launcher.length > 0 || uid === undefined || gid === undefined) {
    return { command, args: programArgs, user: {} };
  }
  return { command, args: programArgs, user: { uid, gid } };
}

/** Changes the owner of a file or folder, recursively. */
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
  // On macOS, the ids are -2.
  return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
}

/**
 * The account with access to folders that it may not enter, such as /root. On Linux the process can keep a
 * single capability: dac_override, because containers do not grant dac_read_search, which would suffice. The
 * securebit makes access(2), with which PostgreSQL checks its own programs, respect that capability.
 */
function withFolderAccess({ uid, gid }: { uid: number; gid: number }): ServerAccount {
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

// Tested by running a program, because modes, ACLs and mounts all matter.
function mayReach(account: ServerAccount, program: string, folder: string): boolean {
  return succeeds(account, program, ['--version']) && succeeds(account, 'test', ['-x', folder]);
}

function succeeds(account: ServerAccount, program: string, args: string[]): boolean {
  const { command, args: programArgs, user } = asAccount(account, program, args);
  return spawnSync(command, programArgs, { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
}
