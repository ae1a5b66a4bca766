import type { BrandEras } from './demo-brands.ts';
import type { DemoCompetition } from './demo-competitions.ts';
import type { Look } from './demo-team.ts';

/** A national team. Its seasons are single years, as in archives. */
export type NationalTeamRow = readonly [
  name: string,
  country: string,
  home: Look,
  away: Look,
  brands: BrandEras,
  tournaments: readonly (readonly [tournament: DemoCompetition, years: readonly number[]])[],
];

const COPA_AMERICA = [1991, 1993, 1995, 1997, 1999, 2001, 2004, 2007, 2011, 2015, 2016, 2019, 2021, 2024];
const GOLD_CUP = [
  1991, 1993, 1996, 1998, 2000, 2002, 2003, 2005, 2007, 2009, 2011, 2013, 2015, 2017, 2019, 2021, 2023, 2025,
];
const ASIAN_CUP = [1996, 2000, 2004, 2007, 2011, 2015, 2019, 2023];
const EVERY_WORLD_CUP = [1990, 1994, 1998, 2002, 2006, 2010, 2014, 2018, 2022, 2026];

/** The national teams of the demo catalogue. */
// prettier-ignore
export const NATIONAL_TEAMS: readonly NationalTeamRow[] = [
  ['Brazil', 'BR', ['Plain', 'Yellow', 'Green'], ['Plain', 'Blue', 'White'], { 1990: 'Topper', 1991: 'Umbro', 1997: 'Nike' },
    [['World Cup', EVERY_WORLD_CUP], ['Copa América', COPA_AMERICA]]],
  ['Argentina', 'AR', ['Stripes', 'Sky blue', 'White'], ['Plain', 'Navy', 'White'], { 1990: 'adidas', 1999: 'Reebok', 2001: 'adidas' },
    [['World Cup', EVERY_WORLD_CUP], ['Copa América', COPA_AMERICA]]],
  ['Germany', 'DE', ['Plain', 'White', 'Black'], ['Plain', 'Green', 'White'], { 1990: 'adidas' },
    [['World Cup', EVERY_WORLD_CUP], ['EURO', [1992, 1996, 2000, 2004, 2008, 2012, 2016, 2020, 2024]]]],
  ['France', 'FR', ['Plain', 'Blue', 'White', 'Red'], ['Plain', 'White', 'Blue'], { 1990: 'adidas', 2011: 'Nike' },
    [['World Cup', [1998, 2002, 2006, 2010, 2014, 2018, 2022, 2026]], ['EURO', [1992, 1996, 2000, 2004, 2008, 2012, 2016, 2020, 2024]]]],
  ['Italy', 'IT', ['Plain', 'Blue', 'White'], ['Plain', 'White', 'Blue'], { 1990: 'Diadora', 1996: 'Nike', 2000: 'Kappa', 2003: 'Puma', 2023: 'adidas' },
    [['World Cup', [1990, 1994, 1998, 2002, 2006, 2010, 2014]], ['EURO', [1996, 2000, 2004, 2008, 2012, 2016, 2020, 2024]]]],
  ['Spain', 'ES', ['Plain', 'Red', 'Yellow'], ['Plain', 'White', 'Red'], { 1990: 'Le Coq Sportif', 1991: 'adidas' },
    [['World Cup', EVERY_WORLD_CUP], ['EURO', [1996, 2000, 2004, 2008, 2012, 2016, 2020, 2024]]]],
  ['England', 'GB-ENG', ['Plain', 'White', 'Navy'], ['Plain', 'Red', 'White'], { 1990: 'Umbro', 2013: 'Nike' },
    [['World Cup', [1990, 1998, 2002, 2006, 2010, 2014, 2018, 2022, 2026]], ['EURO', [1992, 1996, 2000, 2004, 2012, 2016, 2020, 2024]]]],
  ['Scotland', 'GB-SCT', ['Plain', 'Navy', 'White'], ['Plain', 'Pink', 'Navy'], { 1990: 'Umbro', 2000: 'Fila', 2003: 'Diadora', 2010: 'adidas' },
    [['World Cup', [1990, 1998, 2026]], ['EURO', [1992, 1996, 2020, 2024]]]],
  ['Wales', 'GB-WLS', ['Plain', 'Red', 'Green', 'White'], ['Plain', 'Yellow', 'Green'], { 1990: 'Umbro', 1996: 'Lotto', 2000: 'Kappa', 2008: 'Champion', 2010: 'Umbro', 2013: 'adidas' },
    [['World Cup', [2022]], ['EURO', [2016, 2020]]]],
  ['Republic of Ireland', 'IE', ['Plain', 'Green', 'White'], ['Plain', 'White', 'Green'], { 1990: 'adidas', 1994: 'Umbro', 2017: 'New Balance', 2020: 'Umbro', 2023: 'Castore' },
    [['World Cup', [1990, 1994, 2002]], ['EURO', [2012, 2016]]]],
  ['Netherlands', 'NL', ['Plain', 'Orange', 'Black'], ['Plain', 'White', 'Orange'], { 1990: 'adidas', 1991: 'Lotto', 1997: 'Nike' },
    [['World Cup', [1990, 1994, 1998, 2006, 2010, 2014, 2022, 2026]], ['EURO', [1992, 1996, 2000, 2004, 2008, 2012, 2020, 2024]]]],
  ['Portugal', 'PT', ['Plain', 'Red', 'Green'], ['Cross', 'White', 'Red'], { 1990: 'adidas', 1996: 'Nike', 2025: 'Puma' },
    [['World Cup', [2002, 2006, 2010, 2014, 2018, 2022, 2026]], ['EURO', [1996, 2000, 2004, 2008, 2012, 2016, 2020, 2024]]]],
  ['Croatia', 'HR', ['Checkers', 'Red', 'White'], ['Checkers', 'Navy', 'Blue'], { 1992: 'Uhlsport', 1994: 'Lotto', 2000: 'Nike' },
    [['World Cup', [1998, 2002, 2006, 2014, 2018, 2022, 2026]], ['EURO', [1996, 2004, 2008, 2012, 2016, 2020, 2024]]]],
  ['Denmark', 'DK', ['Plain', 'Red', 'White'], ['Plain', 'White', 'Red'], { 1990: 'Hummel', 2004: 'adidas', 2016: 'Hummel' },
    [['World Cup', [1998, 2002, 2010, 2018, 2022]], ['EURO', [1992, 1996, 2000, 2004, 2012, 2020, 2024]]]],
  ['Iceland', 'IS', ['Plain', 'Blue', 'Red', 'White'], ['Plain', 'White', 'Blue'], { 2000: 'Hummel', 2002: 'Erreà', 2020: 'Puma' },
    [['World Cup', [2018]], ['EURO', [2016]]]],
  ['Türkiye', 'TR', ['Chest band', 'Red', 'White'], ['Chest band', 'White', 'Red'], { 1996: 'adidas', 2003: 'Nike' },
    [['World Cup', [2002]], ['EURO', [1996, 2000, 2008, 2016, 2020, 2024]]]],
  ['Romania', 'RO', ['Plain', 'Yellow', 'Blue', 'Red'], ['Plain', 'Red', 'Yellow'], { 1990: 'adidas', 2015: 'Joma' },
    [['World Cup', [1990, 1994, 1998]], ['EURO', [1996, 2000, 2008, 2016, 2024]]]],
  ['Peru', 'PE', ['Sash', 'White', 'Red'], ['Sash', 'Red', 'White'], { 1998: 'Umbro', 2002: 'Walon', 2010: 'Umbro', 2018: 'Umbro', 2019: 'Marathon', 2023: 'adidas' },
    [['World Cup', [2018]], ['Copa América', COPA_AMERICA]]],
  ['Uruguay', 'UY', ['Plain', 'Sky blue', 'Black'], ['Plain', 'White', 'Sky blue'], { 1990: 'Puma', 1999: 'Umbro', 2006: 'Puma', 2024: 'Nike' },
    [['World Cup', [1990, 2002, 2010, 2014, 2018, 2022, 2026]], ['Copa América', COPA_AMERICA]]],
  ['Colombia', 'CO', ['Plain', 'Yellow', 'Navy', 'Red'], ['Plain', 'Navy', 'Yellow'], { 1990: 'adidas', 1994: 'Umbro', 1998: 'Reebok', 2003: 'Lotto', 2011: 'adidas' },
    [['World Cup', [1990, 1994, 1998, 2014, 2018, 2026]], ['Copa América', COPA_AMERICA]]],
  ['Mexico', 'MX', ['Plain', 'Green', 'White', 'Red'], ['Plain', 'White', 'Green'], { 1991: 'Umbro', 1995: 'ABA Sport', 1999: 'Atletica', 2003: 'Nike', 2007: 'adidas' },
    [['World Cup', EVERY_WORLD_CUP.slice(1)], ['Gold Cup', GOLD_CUP]]],
  ['USA', 'US', ['Plain', 'White', 'Navy', 'Red'], ['Plain', 'Navy', 'Red'], { 1990: 'adidas', 1995: 'Nike' },
    [['World Cup', [1990, 1994, 1998, 2002, 2006, 2010, 2014, 2022, 2026]], ['Gold Cup', GOLD_CUP]]],
  ['Japan', 'JP', ['Plain', 'Blue', 'White'], ['Plain', 'White', 'Blue'], { 1992: 'Asics', 1999: 'adidas' },
    [['World Cup', EVERY_WORLD_CUP.slice(2)], ['Asian Cup', [1992, ...ASIAN_CUP]]]],
  ['South Korea', 'KR', ['Plain', 'Red', 'Black'], ['Graphic', 'White', 'Blue', 'Red'], { 1996: 'Nike' },
    [['World Cup', EVERY_WORLD_CUP], ['Asian Cup', ASIAN_CUP]]],
  ['Australia', 'AU', ['Plain', 'Gold', 'Green'], ['Plain', 'Navy', 'Gold'], { 2000: 'Nike' },
    [['World Cup', [2006, 2010, 2014, 2018, 2022, 2026]], ['Asian Cup', [2007, 2011, 2015, 2019, 2023]]]],
  ['Nigeria', 'NG', ['Plain', 'Green', 'White'], ['Plain', 'White', 'Green'], { 1994: 'adidas', 1995: 'Nike', 2004: 'adidas', 2015: 'Nike' },
    [['World Cup', [1994, 1998, 2002, 2010, 2014, 2018]], ['Africa Cup of Nations', [1994, 2000, 2002, 2004, 2006, 2008, 2010, 2013, 2019]]]],
  ['Cameroon', 'CM', ['Plain', 'Green', 'Red', 'Yellow'], ['Plain', 'Yellow', 'Green'], { 1990: 'adidas', 1994: 'Mitre', 1998: 'Puma', 2019: 'Le Coq Sportif', 2022: 'One All Sports' },
    [['World Cup', [1990, 1994, 1998, 2002, 2010, 2014, 2022]], ['Africa Cup of Nations', [1996, 1998, 2000, 2002, 2004, 2006, 2008, 2010, 2015, 2017, 2019]]]],
  ['England U21', 'GB-ENG', ['Plain', 'White', 'Navy'], ['Plain', 'Red', 'White'], { 2000: 'Umbro', 2013: 'Nike' },
    [['U21 EURO', [2000, 2002, 2007, 2009, 2011, 2013, 2015, 2017, 2019, 2021, 2023, 2025]]]],
  ['England Women', 'GB-ENG', ['Plain', 'White', 'Navy'], ['Plain', 'Red', 'White'], { 2005: 'Umbro', 2013: 'Nike' },
    [["Women's World Cup", [2007, 2011, 2015, 2019, 2023]], ["Women's EURO", [2005, 2009, 2013, 2017, 2022, 2025]]]],
  ['USA Women', 'US', ['Plain', 'White', 'Navy', 'Red'], ['Plain', 'Navy', 'Red'], { 1999: 'Nike' },
    [["Women's World Cup", [1999, 2003, 2007, 2011, 2015, 2019, 2023]]]],
];
