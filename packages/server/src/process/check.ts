import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unescape } from 'node:querystring';
import type * as z from 'zod';
import { listFileVariables } from './config.ts';
import { withDeadline } from './deadline.ts';
import { describeFailure, OperatorError } from './process.ts';
import { readSecret } from './secret-files.ts';

const STEP_MS = 10_000;

/** A test of one part of the configuration. */
export interface CheckStep {
  name: string;
  /** Rejects with the reason if the part does not work. */
  run(this: void): Promise<unknown>;
}

/** The steps of the command `check`, and the secrets that must not be printed. */
export interface CheckPlan {
  steps: readonly CheckStep[];
  secrets: readonly string[];
}

/**
 * Runs the steps one after the other, at most 10 s each, and prints a line for each. Returns whether all
 * succeeded.
 */
export async function runCheck({ steps, secrets }: CheckPlan): Promise<boolean> {
  let isWorking = true;
  for (const { name, run } of steps) {
    const result = await withDeadline(Promise.resolve().then(run), STEP_MS).then(
      () => 'ok',
      (error: unknown) => `failed: ${describeWithoutSecrets(error, secrets)}`,
    );
    process.stdout.write(`${name}: ${result}\n`);
    isWorking &&= result === 'ok';
  }
  return isWorking;
}

/**
 * Describes an error and its causes in one line, without these secrets and the passwords in those that are
 * URLs.
 */
export function describeWithoutSecrets(error: unknown, secrets: readonly string[]): string {
  const texts: string[] = [];
  for (let cause = error; cause !== undefined; cause = cause instanceof Error ? cause.cause : undefined) {
    const text = describeFailure(cause).trim();
    if (!texts.some((known) => known.includes(text))) texts.push(text);
  }
  return secrets
    .flatMap(listForms)
    .toSorted((left, right) => right.length - left.length)
    .reduce((line, secret) => line.replaceAll(secret, '***'), texts.join(': '))
    .replaceAll(/\s+/g, ' ');
}

/** The forms in which messages may contain a secret. */
function listForms(secret: string): string[] {
  const { password } = URL.canParse(secret) ? new URL(secret) : { password: '' };
  return [secret, password, unescape(password)].filter((form) => form !== '');
}

/** The values of a service's secret variables, whether they are valid or not. */
export function listSecrets(schema: z.ZodObject, env: NodeJS.ProcessEnv): string[] {
  return listFileVariables(schema).flatMap((name) => readSecret(env, name).value ?? []);
}

/** Whether a variable is set, or the one that names a file with its value. */
export function isSet(env: NodeJS.ProcessEnv, name: string): boolean {
  return Boolean(env[name] || env[`${name}_FILE`]);
}

/** Writes a small file in a folder, which is created if missing, reads it back and deletes it. */
export async function checkFolder(folder: string): Promise<void> {
  const path = join(folder, `.check-${randomUUID()}`);
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(path, path, { flag: 'wx' });
    if ((await readFile(path, 'utf8')) !== path) throw new OperatorError(`${folder} returns other content`);
  } finally {
    await rm(path, { force: true });
  }
}
