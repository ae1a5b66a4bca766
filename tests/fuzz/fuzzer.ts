import { buildDocuments } from '../../scripts/write-openapi.ts';
import { plainDraft, type Draft } from './drafts.ts';
import { openConnection, WireError, type Connection, type WireAnswer, type WireRequest } from './exchange.ts';
import type { FuzzedServices } from './fuzzed-services.ts';
import { createJudge, type Judge } from './judge.ts';
import { resolveKnown } from './known-things.ts';
import { listOperations, type Operation, type ServiceName } from './operations.ts';
import { printRequest } from './print-request.ts';
import { createTally, type Tally } from './tally.ts';
import { keepCookie, learn, type User } from './users.ts';
import { toWireRequest } from './wire-request.ts';

/** An answer with its JSON. */
export interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- its shape is checked already
  body: any;
}

/** One of several that ask at the same time, with connections of its own. */
export interface Lane {
  /** Sends a request, judges the answer and remembers what it tells; undefined where there was none. */
  perform(draft: Draft, user?: User): Promise<Answer | undefined>;
  close(): void;
}

/** Sends requests and judges the answers. */
export interface Fuzzer {
  operations: readonly Operation[];
  tally: Tally;
  openLane(): Lane;
  /** Whether there is so much wrong that more is no use. */
  hasEnough(): boolean;
}

/** An answer that takes longer counts as none. */
const DEADLINE_MS = 30_000;
const FINDINGS_MAX = 60;
const HANGS_MAX = 4;
const SIGN_INS_MAX = 10;

/** Creates a fuzzer that judges by the documents of both services. */
export function createFuzzer(services: FuzzedServices): Fuzzer {
  const documents = buildDocuments();
  const operations = [
    ...listOperations('catalogue', documents.catalogue),
    ...listOperations('collection', documents.collection),
  ];
  const judges = {
    catalogue: createJudge(documents.catalogue),
    collection: createJudge(documents.collection),
  };
  const tally = createTally();
  const state = { requests: 0, hangs: 0 };
  return {
    operations,
    tally,
    openLane: () => openLane({ services, judges, tally, state, operations }),
    hasEnough: () => state.hangs > HANGS_MAX || tally.findings().length > FINDINGS_MAX,
  };
}

interface Parts {
  services: FuzzedServices;
  judges: Record<ServiceName, Judge>;
  tally: Tally;
  state: { requests: number; hangs: number };
  operations: readonly Operation[];
}

function openLane(parts: Parts): Lane {
  const { services, judges, tally, state, operations } = parts;
  const connections: Record<ServiceName, Connection> = {
    catalogue: openConnection(services.catalogue.port),
    collection: openConnection(services.collection.port),
  };

  async function perform(draft: Draft, actor?: User): Promise<Answer | undefined> {
    const user = actor ?? services.users[draft.actor % services.users.length];
    if (!user) throw new Error('there are no users');
    if (wantsSession(draft) && !user.cookie && !user.isThrowaway) await signIn(user);
    if (wantsToken(draft) && !user.token && !user.isThrowaway) await createToken(user);
    const { service } = draft.operation;
    state.requests += 1;
    const requestId = `fuzz-${state.requests}`;
    const request = toWireRequest(draft, {
      port: services[service].port,
      apiKey: services.apiKey,
      user,
      requestId,
      resolve: (known) => resolveKnown(known, { ...services, user }),
    });
    const name = `${service} ${draft.isAddressed ? draft.operation.id : '(elsewhere)'}`;
    const report = (problem: string) =>
      tally.find({
        operation: name,
        problem,
        size: request.target.length + request.body.length,
        request: printRequest(request, services[service].url),
        requestId,
      });
    const answer = await ask(connections[service], request, report);
    if (!answer) return undefined;
    tally.count(name, answer.status, answer.ms);
    for (const problem of judges[service](request, answer, draft)) report(problem);
    const body = readJson(answer);
    if (wantsSession(draft)) keepCookie(user, answer.headers);
    if (draft.isAddressed) learn(user, { id: draft.operation.id, path: request.target }, { ...answer, body });
    return { status: answer.status, body };
  }

  async function ask(
    connection: Connection,
    request: WireRequest,
    report: (problem: string) => void,
  ): Promise<WireAnswer | undefined> {
    try {
      return await connection.ask(request, DEADLINE_MS);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      if (request.leaves && error.message.startsWith('the connection ended')) return undefined;
      if (error.message.includes('no answer after')) state.hangs += 1;
      report(error.message);
      return undefined;
    }
  }

  async function signIn(user: User): Promise<void> {
    const credentials = { kind: 'session' } as const;
    const answers: Array<Answer | undefined> = [];
    for (let tries = 0; tries < SIGN_INS_MAX; tries += 1) {
      // A request of the same user that runs meanwhile may bring the cookie of a session that nobody signed
      // in to.
      user.cookie = 'none';
      const answer = await perform(
        plainDraft(find('login'), { body: await nameAndPassword(user), credentials }),
        user,
      );
      answers.push(answer);
      if (answer?.status !== 200) continue;
      user.csrf = (await perform(plainDraft(find('getCsrfToken'), { credentials }), user))?.body.csrf_token;
      return;
    }
    throw new Error(`${user.username} cannot sign in: ${JSON.stringify(answers)}`);
  }

  async function createToken(user: User): Promise<void> {
    const credentials = { kind: 'none' } as const;
    await perform(plainDraft(find('createToken'), { body: await nameAndPassword(user), credentials }), user);
  }

  /** The name that the user has now: a request whose answer nobody waited for may have changed it. */
  async function nameAndPassword(user: User) {
    user.username = await services.readUsername(user.id);
    return { type: 'application/json', value: { username: user.username, password: user.password } };
  }

  function find(id: string): Operation {
    const operation = operations.find((one) => one.service === 'collection' && one.id === id);
    if (!operation) throw new Error(`the document has no ${id}`);
    return operation;
  }

  return { perform, close: () => Object.values(connections).forEach((connection) => connection.close()) };
}

function wantsSession({ credentials }: Draft): boolean {
  return ['session', 'sessionWithoutCsrf', 'sessionAndToken'].includes(credentials.kind);
}

function wantsToken({ credentials }: Draft): boolean {
  return ['token', 'sessionAndToken'].includes(credentials.kind);
}

function readJson({ headers, body }: WireAnswer): unknown {
  if (!headers.get('content-type')?.startsWith('application/json')) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
