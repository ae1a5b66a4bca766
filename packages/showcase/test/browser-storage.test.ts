import { afterEach, describe, expect, it } from '@jest/globals';
import { openTestWindow } from '@kitroom/testing/test-window';
import { useService } from '@kitroom/testing/use-service';
import { readStoredNext, storeNext } from '../src/before-sign-in.ts';
import {
  discardStored,
  hasSignedOut,
  markSignedOut,
  readStored,
  storageStatusStore,
  writeStored,
} from '../src/browser-storage.ts';

useService(openTestWindow);

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const toCount = (stored: unknown) => (typeof stored === 'number' ? stored : undefined);

describe('readStored', () => {
  it('returns the value that keepStored has stored, under a key with a version', () => {
    writeStored('count', 7);
    expect(readStored('count', toCount)).toBe(7);
    expect(Object.keys(localStorage)).toEqual([expect.stringMatching(/^kitroom-\d+-count$/)]);
  });

  it.each(['', '{', 'seven', '"7"', 'null', '[7]'])(
    'returns undefined for the invalid stored string %j',
    (text) => {
      writeStored('count', 7);
      localStorage.setItem(Object.keys(localStorage)[0] ?? '', text);
      expect(readStored('count', toCount)).toBeUndefined();
    },
  );

  it('returns undefined if the conversion throws', () => {
    writeStored('count', null);
    expect(readStored('count', (stored) => (stored as { value: number }).value)).toBeUndefined();
  });

  it.each([0, 2, 99])('ignores a value of version %i', (version) => {
    localStorage.setItem(`kitroom-${version}-count`, '7');
    expect(readStored('count', toCount)).toBeUndefined();
  });

  it('returns undefined for a discarded value', () => {
    writeStored('count', 7);
    discardStored('count');
    expect(readStored('count', toCount)).toBeUndefined();
    expect(localStorage).toHaveLength(0);
  });

  it('returns undefined while the browser blocks site data, and keepStored reports the failure once', () => {
    let reports = 0;
    const unsubscribe = storageStatusStore.subscribe(() => (reports += 1));
    withBlockedStorage(() => {
      expect(readStored('count', toCount)).toBeUndefined();
      writeStored('count', 7);
      discardStored('count');
      expect([storageStatusStore.read(), reports]).toEqual([false, 1]);
    });
    writeStored('count', 7);
    expect([storageStatusStore.read(), reports]).toEqual([true, 2]);
    unsubscribe();
  });
});

describe('markSignedOut', () => {
  it('makes hasSignedOut return true until the next sign-in', () => {
    expect(hasSignedOut()).toBe(false);
    markSignedOut(true);
    expect(hasSignedOut()).toBe(true);
    markSignedOut(false);
    expect(hasSignedOut()).toBe(false);
  });

  it('stores nothing while the browser blocks site data', () => {
    withBlockedStorage(() => {
      markSignedOut(true);
      expect(hasSignedOut()).toBe(false);
    });
  });
});

describe('readStoredNext', () => {
  it('returns the path that keepNext has stored', () => {
    storeNext(new URLSearchParams({ next: '/add?kit=7' }));
    expect(readStoredNext().get('next')).toBe('/add?kit=7');
  });

  it.each(['//elsewhere.example', '/\\elsewhere.example', 'https://elsewhere.example', 7, null, ['/add']])(
    'returns no parameters if %j is stored',
    (stored) => {
      writeStored('next', stored);
      expect([...readStoredNext()]).toEqual([]);
    },
  );
});

function withBlockedStorage(act: () => void): void {
  const names = ['localStorage', 'sessionStorage'] as const;
  const storages = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name) ?? {});
  for (const name of names) {
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get() {
        throw new Error('Access is denied for this document.');
      },
    });
  }
  try {
    act();
  } finally {
    for (const [index, name] of names.entries())
      Object.defineProperty(globalThis, name, storages[index] ?? {});
  }
}
