import { useQuery } from '@tanstack/react-query';
import { fold } from '@kitroom/shared';
import type { Choice } from '../../components/suggestion-line.tsx';
import { useCatalogue } from '../../services.ts';

/** Large, because the number of requests per hour is limited. */
const KITS_MAX = 100;

type Id = number | null | undefined;

/** The kits of a club, if known of one season, whose names contain most of the typed words. */
export function useLikelyKits(clubId: Id, seasonId: Id, text: string): Choice[] {
  const catalogue = useCatalogue();
  const [club, season] = [clubId ?? undefined, seasonId ?? undefined];
  const { data = [] } = useQuery({
    queryKey: ['catalogue', 'kits of club', club, season],
    queryFn: ({ signal }) =>
      catalogue.clubs.kits({ club_id: club ?? 0, season, expand: true, page_size: KITS_MAX }, { signal }),
    enabled: club !== undefined,
  });
  const words = toWords(text);
  const counts = data.map(({ name }) => countWords(toWords(name), words));
  const most = Math.max(...counts);
  return data
    .filter((_kit, index) => counts[index] === most)
    .map(({ id, name, main_img_url: image, team, season: kitSeason }) => ({
      type: 'kit',
      id,
      label: name,
      detail: team && kitSeason ? `${team.name} · ${kitSeason.year}` : null,
      image,
      matched: [],
    }));
}

function toWords(text: string): string[] {
  return fold(text)
    .split(/[\s-]+/)
    .filter((word) => word !== '');
}

/** Counts the typed words with which a word of the name starts. */
function countWords(name: readonly string[], typed: readonly string[]): number {
  return typed.filter((word) => name.some((nameWord) => nameWord.startsWith(word))).length;
}
