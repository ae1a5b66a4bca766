import { describe, expect, it } from '@jest/globals';
import { choosePorts, type PortRequest, type PortState } from '../src/ports.ts';

describe('choosePorts', () => {
  it('uses the default ports if they are free', async () => {
    expect(await choose({})).toEqual({ ports: [4000, 4001], notes: [] });
  });

  it('replaces a taken default port by the next free port, and prints a note', async () => {
    expect(await choose({ taken: [4000, 4002] })).toEqual({
      ports: [4003, 4001],
      notes: ['Port 4000 is taken: a takes 4003 (A_PORT chooses another).'],
    });
  });

  it('rejects a configured port that is taken, forbidden or configured twice', async () => {
    await expect(choose({ a: '5000', taken: [5000] })).rejects.toThrow(
      'A_PORT: port 5000 is taken; choose another',
    );
    await expect(choose({ a: '80' })).rejects.toThrow('A_PORT: port 80 is forbidden; choose another');
    await expect(choose({ a: '5000', b: '5000' })).rejects.toThrow(
      'B_PORT: port 5000 is taken; choose another',
    );
  });

  it('gives a configured port precedence over a default port', async () => {
    const { ports } = await choose({ b: '4000' });
    expect(ports).toEqual([4001, 4000]);
  });

  it('rejects invalid port numbers', async () => {
    for (const wrong of ['0', '65536', '4000.5', 'abc', '-1']) {
      await expect(choose({ a: wrong })).rejects.toThrow(`A_PORT=${wrong} is not a port`);
    }
  });

  it('treats an empty variable as unset', async () => {
    expect((await choose({ a: '' })).ports).toEqual([4000, 4001]);
  });
});

async function choose({ a, b, taken = [] }: { a?: string; b?: string; taken?: number[] }) {
  const requests: PortRequest[] = [
    { for: 'a', variable: 'A_PORT', defaultPort: 4000, chosen: a },
    { for: 'b', variable: 'B_PORT', defaultPort: 4001, chosen: b },
  ];
  const stateOf = async (port: number): Promise<PortState> => {
    if (taken.includes(port)) return 'taken';
    return port < 1024 ? 'forbidden' : 'free';
  };
  const notes: string[] = [];
  const ports = await choosePorts(requests, stateOf, (line) => notes.push(line));
  return { ports, notes };
}
