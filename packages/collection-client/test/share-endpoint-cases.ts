import type { EndpointCase } from './endpoint-case.ts';
import { adasCollection, itemPage, shirtInFull } from './examples.ts';

const share = {
  id: 3,
  scope: 'collection',
  item: null,
  title: 'For Éva',
  has_password: true,
  created_at: '2026-11-25T10:00:00.000Z',
  expires_at: '2027-01-01T00:00:00.000Z',
};

const token = 'V3JpdHRlbiBieSBub2JvZHksIHJlYWQgYnkgYWxsLi4';

/** The endpoints of share links. */
export const shareEndpoints: Record<string, EndpointCase> = {
  listShares: {
    request: ({ shares }) => shares.list({ page: 2 }),
    url: '/api/shares/?page=2',
    response: [share],
    headers: {
      'X-Total-Count': '21',
      Link: '<https://kits.example/?page=1>; rel="first", <https://kits.example/?page=1>; rel="prev"',
    },
    returned: { count: 21, next: null, previous: 'https://kits.example/?page=1', results: [share] },
  },
  createShare: {
    request: ({ shares }) =>
      shares.create({ scope: 'item', item: 12, password: 'pw of link', expires_at: share.expires_at }),
    url: '/api/shares/',
    sent: { scope: 'item', item: 12, password: 'pw of link', expires_at: share.expires_at },
    response: { ...share, url: `https://kits.example/s/${token}`, token },
  },
  patchShare: {
    request: ({ shares }) => shares.patch({ id: 3 }, { title: 'For Éva', password: null }),
    url: '/api/shares/3/',
    sent: { title: 'For Éva', password: null },
    response: { ...share, has_password: false },
  },
  deleteShare: {
    request: ({ shares }) => shares.remove({ id: 3 }),
    url: '/api/shares/3/',
    response: undefined,
  },
  getShared: {
    request: ({ shared }) => shared.get({ token }),
    url: `/api/shared/${token}/`,
    response: { scope: 'collection', item: null, title: 'For Éva', ...adasCollection },
  },
  listSharedItems: {
    request: ({ shared }) => shared.items({ token, search: 'málaga', ordering: '-season', page: 2 }),
    url: `/api/shared/${token}/items/?search=m%C3%A1laga&ordering=-season&page=2`,
    response: itemPage,
  },
  getSharedItem: {
    request: ({ shared }) => shared.item({ token, id: 12 }),
    url: `/api/shared/${token}/items/12/`,
    response: shirtInFull,
  },
  unlockShared: {
    request: ({ shared }) => shared.unlock({ token }, { password: 'pw of link' }),
    url: `/api/shared/${token}/unlock/`,
    sent: { password: 'pw of link' },
    response: undefined,
  },
};
