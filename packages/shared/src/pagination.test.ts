import { describe, expect, it } from '@jest/globals';
import { toPagination } from './pagination.ts';

describe('toPagination', () => {
  it('describes the first of several pages', () => {
    expect(toPagination(1, 45, 3)).toEqual({
      current_page: 1,
      total_pages: 3,
      total_count: 45,
      has_next: true,
      has_previous: false,
      next_page: 2,
      previous_page: null,
    });
  });

  it('describes a page in the middle', () => {
    expect(toPagination(2, 45, 3)).toMatchObject({
      has_next: true,
      has_previous: true,
      next_page: 3,
      previous_page: 1,
    });
  });

  it('describes the last page', () => {
    expect(toPagination(3, 45, 3)).toMatchObject({
      has_next: false,
      has_previous: true,
      next_page: null,
      previous_page: 2,
    });
  });

  it('reports one page for an empty list', () => {
    expect(toPagination(1, 0, 0)).toEqual({
      current_page: 1,
      total_pages: 1,
      total_count: 0,
      has_next: false,
      has_previous: false,
      next_page: null,
      previous_page: null,
    });
  });

  it.each([4, 5, 2_147_483_647])('links from page %s, beyond the end, to the last page', (page) => {
    expect(toPagination(page, 45, 3)).toEqual({
      current_page: page,
      total_pages: 3,
      total_count: 45,
      has_next: false,
      has_previous: true,
      next_page: null,
      previous_page: 3,
    });
  });
});
