import type { LeagueClubs } from './demo-team.ts';

/** The clubs of Spain, Portugal, Great Britain, Ireland and France. */
// prettier-ignore
export const WESTERN_CLUBS: readonly LeagueClubs[] = [
  { league: 'La Liga', clubs: [
    ['Real Madrid', 1, ['Plain', 'White', 'Purple'], ['Plain', 'Purple', 'White'], { 1990: 'Hummel', 1994: 'Kelme', 1998: 'adidas' }],
    ['FC Barcelona', 1, ['Stripes', 'Blue', 'Claret'], ['Plain', 'Yellow', 'Blue', 'Claret'], { 1990: 'Meyba', 1992: 'Kappa', 1998: 'Nike' }],
    ['Atlético de Madrid', 1, ['Stripes', 'Red', 'White', 'Blue'], ['Plain', 'Navy', 'Red'], { 1990: 'Puma', 1999: 'Reebok', 2001: 'Nike' }, { down: [[2000, 2001]] }],
    ['Valencia CF', 1, ['Plain', 'White', 'Black'], ['Plain', 'Orange', 'Black'], { 1990: 'Puma', 1994: 'Luanvi', 2000: 'Nike', 2009: 'Kappa', 2011: 'Joma', 2014: 'adidas', 2019: 'Puma' }],
    ['Sevilla FC', 2, ['Plain', 'White', 'Red'], ['Plain', 'Red', 'White'], { 1992: 'Umbro', 2001: 'Joma', 2011: 'Umbro', 2013: 'Warrior', 2015: 'New Balance', 2018: 'Nike', 2022: 'Castore', 2025: 'adidas' }, { down: [[1997, 1998], [2000, 2000]] }],
    ['Real Betis', 2, ['Stripes', 'Green', 'White'], ['Plain', 'Black', 'Green'], { 1992: 'Umbro', 1997: 'Kappa', 2011: 'Macron', 2016: 'adidas', 2018: 'Kappa', 2021: 'Hummel' }, { down: [[1991, 1993], [2000, 2000], [2009, 2010], [2014, 2014]] }],
    ['Real Sociedad', 2, ['Stripes', 'Blue', 'White'], ['Plain', 'Black', 'Blue'], { 1992: 'adidas', 2000: 'Astore', 2008: 'Joma', 2012: 'Nike', 2014: 'adidas', 2018: 'Macron' }, { down: [[2007, 2009]] }],
    ['Athletic Club', 2, ['Stripes', 'Red', 'White', 'Black'], ['Plain', 'Black', 'Red'], { 1990: 'Kappa', 1999: 'adidas', 2001: 'Kappa', 2009: 'Umbro', 2013: 'Nike', 2017: 'New Balance', 2022: 'Castore' }],
    ['Málaga CF', 2, ['Stripes', 'Sky blue', 'White'], ['Plain', 'Purple', 'White'], { 1994: 'Kelme', 1999: 'adidas', 2004: 'Umbro', 2010: 'Nike', 2020: 'Hummel' }, { down: [[1994, 1998], [2006, 2007], [2018, 2025]], complete: true }],
    ['Deportivo Alavés', 3, ['Stripes', 'Blue', 'White'], ['Plain', 'Pink', 'Black'], { 1997: 'Umbro', 2005: 'Diadora', 2012: 'Hummel', 2016: 'Kelme', 2021: 'Puma' }, { down: [[1997, 1997], [2003, 2004], [2006, 2015], [2022, 2022]] }],
    ['RC Deportivo', 2, ['Stripes', 'Blue', 'White'], ['Plain', 'Orange', 'Black'], { 1991: 'Umbro', 1997: 'adidas', 2001: 'Joma', 2009: 'Lotto', 2016: 'Macron', 2021: 'Kappa' }, { down: [[2011, 2011], [2013, 2013], [2018, 2025]] }],
    ['RC Celta', 2, ['Plain', 'Sky blue', 'White'], ['Plain', 'Claret', 'White'], { 1994: 'Kelme', 1999: 'Umbro', 2010: 'Li-Ning', 2013: 'adidas', 2022: 'Hummel' }, { down: [[2004, 2004], [2007, 2011]] }],
    ['Rayo Vallecano', 3, ['Sash', 'White', 'Red'], ['Sash', 'Black', 'Red'], { 1999: 'Joma', 2012: 'Erreà', 2014: 'Kelme', 2022: 'Umbro' }, { down: [[2003, 2010], [2016, 2017], [2019, 2020]] }],
    ['Real Valladolid', 3, ['Stripes', 'Purple', 'White'], ['Plain', 'Yellow', 'Purple'], { 1997: 'Kelme', 2003: 'Umbro', 2009: 'Kappa', 2012: 'Hummel', 2019: 'adidas', 2023: 'Kappa' }, { down: [[2004, 2006], [2010, 2011], [2014, 2017], [2021, 2021], [2023, 2023], [2025, 2025]] }],
    ['Villarreal CF', 2, ['Plain', 'Yellow', 'Navy'], ['Plain', 'Navy', 'Yellow'], { 2000: 'Kelme', 2005: 'Puma', 2011: 'Xtep', 2016: 'Joma' }, { down: [[2012, 2012]] }],
  ] },
  { league: 'Primeira Liga', clubs: [
    ['SL Benfica', 1, ['Plain', 'Red', 'White'], ['Plain', 'Black', 'Red'], { 1990: 'adidas' }],
    ['FC Porto', 1, ['Stripes', 'Blue', 'White'], ['Plain', 'Orange', 'Black'], { 1992: 'adidas', 1997: 'Kappa', 2000: 'Nike', 2014: 'Warrior', 2015: 'New Balance' }],
    ['Sporting CP', 1, ['Hoops', 'Green', 'White'], ['Plain', 'Gold', 'Black'], { 1992: 'adidas', 1998: 'Reebok', 2006: 'Puma', 2014: 'Macron', 2020: 'Nike' }],
    ['Boavista FC', 3, ['Checkers', 'Black', 'White'], ['Plain', 'White', 'Black'], { 1999: 'adidas', 2014: 'Erreà', 2021: 'Kelme' }, { down: [[2008, 2013], [2025, 2025]] }],
  ] },
  { league: 'Premier League', clubs: [
    ['Arsenal', 1, ['Contrasting sleeves', 'Red', 'White'], ['Plain', 'Yellow', 'Navy'], { 1990: 'adidas', 1994: 'Nike', 2014: 'Puma', 2019: 'adidas' }],
    ['Chelsea', 1, ['Plain', 'Blue', 'White'], ['Plain', 'White', 'Blue'], { 1990: 'Umbro', 2006: 'adidas', 2017: 'Nike' }],
    ['Liverpool', 1, ['Plain', 'Red', 'White'], ['Plain', 'Green', 'White'], { 1990: 'adidas', 1996: 'Reebok', 2006: 'adidas', 2012: 'Warrior', 2015: 'New Balance', 2020: 'Nike', 2025: 'adidas' }],
    ['Manchester United', 1, ['Plain', 'Red', 'Black', 'White'], ['Plain', 'White', 'Black', 'Red'], { 1990: 'adidas', 1992: 'Umbro', 2002: 'Nike', 2015: 'adidas' }],
    ['Manchester City', 1, ['Plain', 'Sky blue', 'White'], ['Sash', 'White', 'Red', 'Black'], { 1990: 'Umbro', 1997: 'Kappa', 1999: 'Le Coq Sportif', 2003: 'Reebok', 2007: 'Le Coq Sportif', 2009: 'Umbro', 2013: 'Nike', 2019: 'Puma' }, { down: [[1996, 1999], [2001, 2001]] }],
    ['Tottenham Hotspur', 1, ['Plain', 'White', 'Navy'], ['Plain', 'Navy', 'White'], { 1990: 'Hummel', 1991: 'Umbro', 1995: 'Pony', 1999: 'adidas', 2002: 'Kappa', 2006: 'Puma', 2012: 'Under Armour', 2017: 'Nike' }],
    ['Everton', 2, ['Plain', 'Blue', 'White'], ['Plain', 'Yellow', 'Navy'], { 1990: 'Umbro', 2000: 'Puma', 2004: 'Umbro', 2009: 'Le Coq Sportif', 2012: 'Nike', 2014: 'Umbro', 2020: 'Hummel', 2024: 'Castore' }],
    ['Newcastle United', 2, ['Stripes', 'Black', 'White'], ['Plain', 'Green', 'Navy'], { 1990: 'Umbro', 1993: 'Asics', 1995: 'adidas', 2010: 'Puma', 2021: 'Castore', 2024: 'adidas' }, { down: [[1990, 1992], [2009, 2009], [2016, 2016]] }],
    ['Aston Villa', 2, ['Contrasting sleeves', 'Claret', 'Sky blue'], ['Plain', 'White', 'Claret', 'Sky blue'], { 1990: 'Hummel', 1993: 'Asics', 1995: 'Reebok', 2000: 'Diadora', 2004: 'Hummel', 2007: 'Nike', 2012: 'Macron', 2016: 'Under Armour', 2019: 'Kappa', 2022: 'Castore', 2024: 'adidas' }, { down: [[2016, 2018]] }],
    ['West Ham United', 2, ['Contrasting sleeves', 'Claret', 'Sky blue'], ['Chest band', 'Sky blue', 'Claret'], { 1993: 'Pony', 1999: 'Reebok', 2007: 'Umbro', 2010: 'Macron', 2013: 'adidas', 2015: 'Umbro' }, { down: [[2003, 2004], [2011, 2011]] }],
    ['Blackburn Rovers', 3, ['Half-and-half', 'Blue', 'White'], ['Half-and-half', 'Red', 'Black'], { 1992: 'Asics', 1996: 'Uhlsport', 2000: 'Kappa', 2004: 'Lonsdale', 2007: 'Umbro', 2012: 'Nike', 2016: 'Umbro', 2022: 'Macron' }, { down: [[1999, 2000], [2012, 2025]] }],
    ['Wolverhampton Wanderers', 3, ['Plain', 'Gold', 'Black'], ['Plain', 'White', 'Gold'], { 2002: 'Admiral', 2004: 'Le Coq Sportif', 2010: 'Burrda', 2013: 'Puma', 2018: 'adidas', 2021: 'Castore', 2024: 'Sudu' }, { down: [[2004, 2008], [2012, 2017]] }],
    ['Leeds United', 2, ['Plain', 'White', 'Yellow', 'Blue'], ['Plain', 'Yellow', 'Blue'], { 1993: 'Asics', 1996: 'Puma', 2000: 'Nike', 2005: 'Admiral', 2008: 'Macron', 2015: 'Kappa', 2020: 'adidas' }, { down: [[2004, 2019], [2023, 2024]] }],
    ['Queens Park Rangers', 3, ['Hoops', 'Blue', 'White'], ['Hoops', 'Red', 'Black'], { 1997: 'Le Coq Sportif', 2008: 'Lotto', 2014: 'Nike', 2016: 'Dryworld', 2017: 'Erreà' }, { down: [[1997, 2010], [2013, 2013], [2015, 2025]] }],
    ['Swansea City', 3, ['Plain', 'White', 'Black'], ['Plain', 'Claret', 'Gold'], { 2007: 'Umbro', 2011: 'adidas', 2016: 'Joma', 2024: 'Reebok' }, { down: [[2007, 2010], [2018, 2025]], country: 'GB-WLS' }],
  ] },
  { league: 'EFL League One', clubs: [
    ['Bristol Rovers', 3, ['Quarters', 'Blue', 'White'], ['Plain', 'Yellow', 'Black'], { 2005: 'Erreà', 2014: 'Macron' }],
  ] },
  { league: 'Scottish Premiership', clubs: [
    ['Celtic', 1, ['Hoops', 'Green', 'White'], ['Plain', 'Black', 'Green'], { 1990: 'Umbro', 2005: 'Nike', 2015: 'New Balance', 2020: 'adidas' }],
    ['Rangers', 1, ['Plain', 'Blue', 'White', 'Red'], ['Plain', 'White', 'Blue', 'Red'], { 1990: 'Admiral', 1992: 'adidas', 1997: 'Nike', 2002: 'Diadora', 2005: 'Umbro', 2013: 'Puma', 2018: 'Hummel', 2020: 'Castore', 2025: 'Umbro' }, { down: [[2012, 2015]] }],
    ['Heart of Midlothian', 3, ['Plain', 'Claret', 'White'], ['Plain', 'White', 'Claret'], { 1998: 'Umbro', 2002: 'Reebok', 2005: 'Hummel', 2007: 'Umbro', 2012: 'adidas', 2015: 'Puma', 2016: 'Umbro', 2024: 'Hummel' }, { down: [[2014, 2014], [2020, 2020]] }],
  ] },
  { league: 'League of Ireland', clubs: [
    ['Bohemian FC', 3, ['Stripes', 'Red', 'Black'], ['Graphic', 'White', 'Red', 'Black'], { 2001: "O'Neills" }],
    ['Shamrock Rovers', 3, ['Hoops', 'Green', 'White'], ['Plain', 'Purple', 'White'], { 2003: 'Umbro', 2019: 'Macron' }],
  ] },
  { league: 'Ligue 1', clubs: [
    ['Paris Saint-Germain', 1, ['Single stripe', 'Navy', 'Red', 'White'], ['Single stripe', 'White', 'Red', 'Navy'], { 1990: 'Nike' }],
    ['Olympique de Marseille', 1, ['Plain', 'White', 'Sky blue'], ['Plain', 'Sky blue', 'White'], { 1990: 'adidas', 1994: 'Reebok', 1996: 'adidas', 2018: 'Puma' }, { down: [[1994, 1995]] }],
    ['Olympique Lyonnais', 1, ['Plain', 'White', 'Red', 'Blue'], ['Plain', 'Red', 'Blue'], { 1992: 'adidas', 2000: 'Umbro', 2010: 'adidas' }],
    ['AS Saint-Étienne', 2, ['Plain', 'Green', 'White'], ['Plain', 'White', 'Green'], { 1993: 'Lotto', 1996: 'Asics', 1999: 'adidas', 2014: 'Le Coq Sportif', 2022: 'Hummel' }, { down: [[1996, 1998], [2001, 2003], [2022, 2023], [2025, 2025]] }],
    ['AS Monaco', 2, ['Diagonal', 'Red', 'White'], ['Plain', 'Black', 'Gold'], { 1990: 'adidas', 2001: 'Kappa', 2003: 'Puma', 2010: 'Macron', 2014: 'Nike', 2019: 'Kappa', 2025: 'Mizuno' }, { down: [[2011, 2012]], country: 'MC' }],
    ['Girondins de Bordeaux', 2, ['Chevron', 'Navy', 'White'], ['Chevron', 'White', 'Navy'], { 1993: 'Asics', 1998: 'adidas', 2000: 'Puma', 2018: 'adidas', 2024: 'Erreà' }, { down: [[2022, 2025]] }],
    ['FC Nantes', 3, ['Plain', 'Yellow', 'Green'], ['Plain', 'Green', 'Yellow'], { 1994: 'Diadora', 1999: 'Le Coq Sportif', 2003: 'Airness', 2008: 'Kappa', 2010: 'Erreà', 2015: 'Umbro', 2018: 'New Balance', 2020: 'Macron' }, { down: [[2007, 2007], [2009, 2012]] }],
    ['Toulouse FC', 3, ['Plain', 'Purple', 'White'], ['Plain', 'Pink', 'Purple'], { 2003: 'Lotto', 2006: 'Airness', 2011: 'Kappa', 2014: 'Joma', 2021: 'Craft', 2023: 'Nike' }, { down: [[2020, 2021]] }],
  ] },
];

/** The clubs of Germany, Italy, the Low Countries and the Alps. */
// prettier-ignore
export const CENTRAL_CLUBS: readonly LeagueClubs[] = [
  { league: 'Bundesliga', clubs: [
    ['FC Bayern München', 1, ['Plain', 'Red', 'White'], ['Plain', 'White', 'Red'], { 1990: 'adidas' }],
    ['Borussia Dortmund', 1, ['Plain', 'Yellow', 'Black'], ['Plain', 'Black', 'Yellow'], { 1990: 'Nike', 2000: 'goool.de', 2004: 'Nike', 2009: 'Kappa', 2012: 'Puma' }],
    ['Bayer 04 Leverkusen', 1, ['Plain', 'Red', 'Black'], ['Plain', 'White', 'Red'], { 1990: 'adidas', 2013: 'Jako', 2020: 'Castore', 2024: 'New Balance' }],
    ['1. FC Köln', 2, ['Plain', 'White', 'Red'], ['Plain', 'Red', 'White'], { 1990: 'Puma', 2002: 'Saller', 2005: 'adidas', 2008: 'Reebok', 2012: 'Erreà', 2018: 'Uhlsport', 2022: 'Hummel' }, { down: [[1998, 1999], [2002, 2002], [2004, 2004], [2006, 2007], [2012, 2013], [2018, 2018], [2024, 2024]] }],
    ['SV Werder Bremen', 2, ['Plain', 'Green', 'White'], ['Plain', 'Orange', 'Green'], { 1990: 'Puma', 2004: 'Kappa', 2009: 'Nike', 2018: 'Umbro', 2022: 'Hummel' }, { down: [[2021, 2021]] }],
    ['Hamburger SV', 2, ['Plain', 'White', 'Blue', 'Black'], ['Plain', 'Blue', 'White', 'Black'], { 1990: 'adidas', 1995: 'Hummel', 1998: 'Fila', 2001: 'Nike', 2003: 'Puma', 2007: 'adidas' }, { down: [[2018, 2024]] }],
    ['VfB Stuttgart', 2, ['Chest band', 'White', 'Red'], ['Chest band', 'Red', 'White'], { 1990: 'adidas', 2002: 'Puma', 2019: 'Jako' }, { down: [[2016, 2016], [2019, 2019]] }],
    ['Borussia Mönchengladbach', 2, ['Plain', 'White', 'Green', 'Black'], ['Plain', 'Green', 'Black'], { 1990: 'Puma', 1992: 'Asics', 2000: 'Reebok', 2002: 'Jako', 2005: 'Kappa', 2007: 'Lotto', 2013: 'Kappa', 2018: 'Puma' }, { down: [[1999, 2000], [2007, 2007]] }],
    ['FC Schalke 04', 2, ['Plain', 'Blue', 'White'], ['Plain', 'White', 'Blue'], { 1991: 'adidas', 1993: 'Puma', 1995: 'adidas', 2018: 'Umbro', 2022: 'adidas' }, { down: [[2021, 2021], [2023, 2025]] }],
    ['FC St. Pauli', 3, ['Plain', 'Brown', 'White'], ['Plain', 'White', 'Brown', 'Red'], { 1998: 'Kappa', 2003: 'Stanno', 2005: 'Do You Football', 2013: 'Hummel', 2016: 'Under Armour', 2021: 'DIIY', 2024: 'Puma' }, { down: [[1998, 2000], [2002, 2009], [2011, 2023]] }],
    ['VfL Wolfsburg', 3, ['Plain', 'Green', 'White'], ['Plain', 'White', 'Green'], { 1997: 'Puma', 1999: 'Nike', 2007: 'adidas', 2014: 'Kappa', 2016: 'Nike' }],
    ['Eintracht Frankfurt', 2, ['Stripes', 'Black', 'White', 'Red'], ['Plain', 'White', 'Black'], { 1993: 'Puma', 2001: 'Fila', 2003: 'Jako', 2014: 'Nike', 2025: 'adidas' }, { down: [[1996, 1997], [2001, 2002], [2004, 2004], [2011, 2011]] }],
  ] },
  { league: 'Serie A', clubs: [
    ['AC Milan', 1, ['Stripes', 'Red', 'Black'], ['Plain', 'White', 'Red', 'Black'], { 1990: 'adidas', 1993: 'Lotto', 1998: 'adidas', 2018: 'Puma' }],
    ['Inter', 1, ['Stripes', 'Blue', 'Black'], ['Plain', 'White', 'Blue', 'Black'], { 1990: 'Uhlsport', 1991: 'Umbro', 1998: 'Nike' }],
    ['Juventus', 1, ['Stripes', 'White', 'Black'], ['Plain', 'Blue', 'Yellow'], { 1990: 'Kappa', 2000: 'Lotto', 2003: 'Nike', 2015: 'adidas' }, { down: [[2006, 2006]] }],
    ['AS Roma', 1, ['Plain', 'Claret', 'Orange'], ['Plain', 'White', 'Claret'], { 1990: 'adidas', 1994: 'Asics', 1997: 'Diadora', 2000: 'Kappa', 2003: 'Diadora', 2007: 'Kappa', 2014: 'Nike', 2021: 'New Balance', 2023: 'adidas' }],
    ['SS Lazio', 2, ['Plain', 'Sky blue', 'White'], ['Plain', 'Yellow', 'Navy'], { 1991: 'Umbro', 1998: 'Puma', 2012: 'Macron', 2022: 'Mizuno' }],
    ['SSC Napoli', 1, ['Plain', 'Sky blue', 'White'], ['Plain', 'White', 'Sky blue'], { 1991: 'Umbro', 1994: 'Lotto', 1997: 'Nike', 2000: 'Diadora', 2004: 'Kappa', 2006: 'Diadora', 2009: 'Macron', 2015: 'Kappa', 2021: 'EA7' }, { down: [[1998, 1999], [2001, 2006]] }],
    ['ACF Fiorentina', 2, ['Plain', 'Purple', 'White'], ['Plain', 'White', 'Purple'], { 1991: 'Lotto', 1993: 'Uhlsport', 1995: 'Reebok', 1997: 'Fila', 2000: 'Diadora', 2001: 'Mizuno', 2003: 'adidas', 2005: 'Lotto', 2012: 'Joma', 2015: 'Le Coq Sportif', 2020: 'Kappa' }, { down: [[1993, 1993], [2002, 2003]] }],
    ['UC Sampdoria', 2, ['Chest band', 'Blue', 'White', 'Red', 'Black'], ['Chest band', 'White', 'Blue', 'Red', 'Black'], { 1990: 'Asics', 1998: 'Kappa', 2010: 'Kappa', 2015: 'Joma', 2019: 'Macron' }, { down: [[1999, 2002], [2011, 2011], [2023, 2025]] }],
    ['Genoa CFC', 3, ['Half-and-half', 'Red', 'Navy'], ['Plain', 'White', 'Red', 'Navy'], { 1993: 'Erreà', 2002: 'Erreà', 2007: 'Asics', 2012: 'Lotto', 2019: 'Kappa', 2021: 'Castore', 2023: 'Kappa' }, { down: [[1995, 2006], [2022, 2022]] }],
    ['Parma Calcio', 2, ['Cross', 'White', 'Black'], ['Hoops', 'Yellow', 'Blue'], { 1991: 'Umbro', 1995: 'Puma', 1998: 'Lotto', 1999: 'Champion', 2005: 'Erreà', 2024: 'Puma' }, { down: [[2008, 2008], [2015, 2017], [2021, 2023]] }],
    ['Palermo FC', 3, ['Plain', 'Pink', 'Black'], ['Plain', 'Black', 'Pink'], { 2003: 'Kappa', 2004: 'Lotto', 2009: 'Legea', 2012: 'Puma', 2014: 'Joma', 2019: 'Kappa', 2023: 'Puma' }, { down: [[2003, 2003], [2013, 2013], [2017, 2025]] }],
    ['Atalanta BC', 2, ['Stripes', 'Blue', 'Black'], ['Plain', 'White', 'Blue'], { 1995: 'Asics', 2007: 'Erreà', 2014: 'Nike', 2017: 'Joma', 2025: 'New Balance' }, { down: [[1998, 1999], [2003, 2003], [2005, 2005], [2010, 2010]] }],
  ] },
  { league: 'Eredivisie', clubs: [
    ['Ajax', 1, ['Single stripe', 'White', 'Red'], ['Plain', 'Navy', 'Sky blue'], { 1990: 'Umbro', 2000: 'adidas' }],
    ['PSV Eindhoven', 1, ['Stripes', 'Red', 'White'], ['Plain', 'Black', 'Red'], { 1990: 'adidas', 1995: 'Nike', 2014: 'Umbro', 2020: 'Puma' }],
    ['Feyenoord', 2, ['Half-and-half', 'Red', 'White', 'Black'], ['Plain', 'Black', 'Green'], { 1990: 'adidas', 2000: 'Kappa', 2009: 'Puma', 2014: 'adidas', 2023: 'Castore' }],
  ] },
  { league: 'Belgian Pro League', clubs: [
    ['RSC Anderlecht', 2, ['Plain', 'Purple', 'White'], ['Plain', 'Black', 'Purple'], { 1990: 'adidas', 2019: 'Joma' }],
    ['Club Brugge', 2, ['Stripes', 'Blue', 'Black'], ['Plain', 'Gold', 'Black'], { 1992: 'adidas', 2000: 'Puma', 2012: 'Nike', 2016: 'Macron', 2024: 'Castore' }],
  ] },
  { league: 'Österreichische Bundesliga', clubs: [
    ['SK Rapid Wien', 3, ['Plain', 'Green', 'White'], ['Plain', 'Blue', 'Red'], { 1998: 'adidas', 2006: 'Diadora', 2008: 'adidas', 2021: 'Puma' }],
    ['FK Austria Wien', 3, ['Plain', 'Purple', 'White'], ['Plain', 'White', 'Purple'], { 2004: 'Nike', 2018: 'Macron' }],
  ] },
  { league: 'Swiss Super League', clubs: [
    ['FC Basel', 2, ['Half-and-half', 'Red', 'Blue'], ['Plain', 'White', 'Gold'], { 1999: 'Nike', 2013: 'adidas', 2020: 'Macron' }],
  ] },
];

/** The clubs of Scandinavia, Eastern Europe and South-Eastern Europe. */
// prettier-ignore
export const NORTH_EASTERN_CLUBS: readonly LeagueClubs[] = [
  { league: 'Superligaen', clubs: [
    ['Brøndby IF', 2, ['Plain', 'Yellow', 'Blue'], ['Plain', 'Blue', 'Yellow'], { 1993: 'Hummel', 2000: 'adidas', 2004: 'Kappa', 2010: 'adidas', 2016: 'Hummel' }],
    ['FC København', 2, ['Plain', 'White', 'Blue'], ['Plain', 'Blue', 'White'], { 1995: 'adidas', 1999: 'Nike', 2003: 'Kappa', 2012: 'adidas' }],
  ] },
  { league: 'Allsvenskan', clubs: [
    ['Malmö FF', 2, ['Plain', 'Sky blue', 'White'], ['Stripes', 'Red', 'White'], { 1992: 'adidas', 1999: 'Kappa', 2002: 'Puma' }, { down: [[2000, 2000]] }],
    ['IFK Göteborg', 3, ['Stripes', 'Blue', 'White'], ['Plain', 'Red', 'White'], { 1994: 'adidas', 2004: 'Kappa', 2010: 'adidas', 2016: 'Kappa', 2019: 'Craft' }],
    ['Djurgårdens IF', 3, ['Stripes', 'Sky blue', 'Navy'], ['Plain', 'Red', 'Navy'], { 2002: 'adidas', 2024: 'Hummel' }],
  ] },
  { league: 'Eliteserien', clubs: [
    ['Rosenborg BK', 2, ['Plain', 'White', 'Black'], ['Plain', 'Black', 'White'], { 1995: 'adidas', 2003: 'Nike', 2008: 'adidas' }],
    ['FK Bodø/Glimt', 3, ['Plain', 'Yellow', 'Black'], ['Plain', 'White', 'Yellow'], { 2006: 'Umbro', 2010: 'Diadora', 2020: 'Puma' }],
  ] },
  { league: 'Ekstraklasa', clubs: [
    ['Śląsk Wrocław', 3, ['Plain', 'Green', 'White', 'Red'], ['Plain', 'Red', 'White'], { 2008: 'Lotto', 2011: 'Puma', 2015: 'adidas', 2023: 'Umbro' }, { down: [[2025, 2025]] }],
    ['Legia Warszawa', 2, ['Plain', 'White', 'Green', 'Red'], ['Plain', 'Green', 'White'], { 1998: 'Kelme', 2001: 'adidas' }],
  ] },
  { league: 'Czech First League', clubs: [
    ['Slavia Praha', 2, ['Half-and-half', 'Red', 'White'], ['Half-and-half', 'Black', 'Gray'], { 1996: 'Umbro', 2014: 'Umbro', 2019: 'Puma', 2023: 'Castore' }],
    ['Sparta Praha', 2, ['Plain', 'Claret', 'White'], ['Plain', 'Yellow', 'Navy'], { 1995: 'adidas', 2000: 'Nike', 2020: 'adidas' }],
  ] },
  { league: 'Nemzeti Bajnokság I', clubs: [
    ['Ferencvárosi TC', 2, ['Stripes', 'Green', 'White'], ['Plain', 'Black', 'Green'], { 1995: 'adidas', 2001: 'Puma', 2005: 'adidas', 2008: 'Nike', 2019: 'Nike', 2022: 'Macron' }],
  ] },
  { league: 'Serbian SuperLiga', clubs: [
    ['Crvena zvezda', 2, ['Stripes', 'Red', 'White'], ['Plain', 'White', 'Red'], { 1990: 'adidas', 1995: 'Diadora', 1997: 'Kappa', 2000: 'adidas', 2006: 'Nike', 2010: 'Legea', 2014: 'Puma', 2017: 'Macron', 2024: 'Kelme' }],
    ['FK Partizan', 3, ['Stripes', 'Black', 'White'], ['Plain', 'White', 'Black'], { 1999: 'adidas', 2001: 'Kappa', 2004: 'adidas', 2009: 'Nike', 2016: 'Under Armour', 2021: 'Nike', 2023: 'Macron' }],
  ] },
  { league: 'HNL', clubs: [
    ['GNK Dinamo Zagreb', 2, ['Plain', 'Blue', 'White'], ['Plain', 'White', 'Blue'], { 1997: 'adidas', 2000: 'Diadora', 2009: 'Puma', 2015: 'adidas' }],
    ['HNK Hajduk Split', 3, ['Plain', 'White', 'Blue', 'Red'], ['Stripes', 'Red', 'Blue'], { 2002: 'Diadora', 2004: 'Umbro', 2013: 'Macron', 2023: 'adidas' }],
  ] },
  { league: 'Ukrainian Premier League', clubs: [
    ['Shakhtar Donetsk', 2, ['Stripes', 'Orange', 'Black'], ['Plain', 'Black', 'Orange'], { 2003: 'Nike', 2019: 'Nike', 2021: 'Puma' }],
  ] },
  { league: 'Süper Lig', clubs: [
    ['Galatasaray', 1, ['Half-and-half', 'Claret', 'Yellow'], ['Plain', 'Black', 'Claret'], { 1990: 'adidas', 2000: 'Umbro', 2001: 'Lotto', 2003: 'Umbro', 2005: 'adidas', 2011: 'Nike', 2024: 'Puma' }],
    ['Fenerbahçe', 1, ['Stripes', 'Navy', 'Yellow'], ['Plain', 'Yellow', 'Navy'], { 1990: 'adidas', 2000: 'adidas', 2020: 'Puma', 2025: 'adidas' }],
    ['Beşiktaş', 2, ['Stripes', 'Black', 'White'], ['Plain', 'Red', 'White'], { 1992: 'adidas', 1997: 'Reebok', 2001: 'Puma', 2004: 'Umbro', 2009: 'adidas' }],
  ] },
  { league: 'Super League Greece', clubs: [
    ['Olympiacos', 2, ['Stripes', 'Red', 'White'], ['Plain', 'Navy', 'Red'], { 1995: 'Umbro', 2000: 'Puma', 2005: 'Umbro', 2009: 'Puma', 2015: 'adidas' }],
    ['Panathinaikos', 3, ['Plain', 'Green', 'White'], ['Plain', 'White', 'Green'], { 1998: 'Puma', 2000: 'adidas', 2013: 'Puma', 2016: 'Nike', 2017: 'Puma', 2019: 'Kappa', 2023: 'adidas' }],
    ['AEK Athens', 3, ['Chest band', 'Yellow', 'Black'], ['Plain', 'Black', 'Yellow'], { 2000: 'Nike', 2006: 'adidas', 2010: 'Puma', 2015: 'Nike', 2018: 'Capelli', 2021: 'Nike' }],
  ] },
];

/** The clubs of the Americas, Asia, Africa and Australia. */
// prettier-ignore
export const OVERSEAS_CLUBS: readonly LeagueClubs[] = [
  { league: 'Brasileirão', clubs: [
    ['São Paulo', 1, ['Chest band', 'White', 'Red', 'Black'], ['Stripes', 'Red', 'White', 'Black'], { 1990: 'adidas', 1991: 'Penalty', 1996: 'adidas', 1999: 'Penalty', 2003: 'Topper', 2006: 'Reebok', 2013: 'Penalty', 2015: 'Under Armour', 2018: 'adidas', 2024: 'New Balance' }],
    ['Grêmio', 2, ['Stripes', 'Sky blue', 'Black', 'White'], ['Plain', 'White', 'Sky blue'], { 1991: 'Penalty', 2000: 'Kappa', 2005: 'Puma', 2011: 'Topper', 2015: 'Umbro' }, { down: [[1992, 1992], [2005, 2005], [2022, 2022]] }],
    ['Flamengo', 1, ['Hoops', 'Red', 'Black'], ['Plain', 'White', 'Red', 'Black'], { 1990: 'adidas', 1992: 'Umbro', 2000: 'Nike', 2009: 'Olympikus', 2013: 'adidas' }],
    ['Corinthians', 1, ['Plain', 'White', 'Black'], ['Stripes', 'Black', 'White'], { 1990: 'Finta', 1995: 'Penalty', 1999: 'Topper', 2003: 'Nike' }, { down: [[2008, 2008]] }],
    ['Vasco da Gama', 2, ['Sash', 'White', 'Black'], ['Sash', 'Black', 'White'], { 1996: 'Kappa', 2001: 'Umbro', 2006: 'Reebok', 2009: 'Penalty', 2014: 'Umbro', 2018: 'Diadora', 2020: 'Kappa' }, { down: [[2009, 2009], [2014, 2014], [2016, 2016], [2021, 2022]] }],
    ['Atlético Mineiro', 2, ['Stripes', 'Black', 'White'], ['Plain', 'White', 'Black'], { 2000: 'Umbro', 2004: 'Lotto', 2010: 'Topper', 2014: 'Puma', 2017: 'Topper', 2019: 'Le Coq Sportif', 2022: 'adidas' }, { down: [[2006, 2006]] }],
  ] },
  { league: 'Liga Profesional Argentina', clubs: [
    ['Boca Juniors', 1, ['Chest band', 'Blue', 'Yellow'], ['Plain', 'Yellow', 'Blue'], { 1990: 'adidas', 1993: 'Olan', 1996: 'Nike', 2019: 'adidas' }],
    ['River Plate', 1, ['Sash', 'White', 'Red'], ['Plain', 'Red', 'Black'], { 1990: 'adidas' }],
    ['Vélez Sarsfield', 3, ['Chevron', 'White', 'Blue'], ['Chevron', 'Blue', 'White'], { 1999: 'Umbro', 2005: 'Penalty', 2008: 'Topper', 2015: 'Umbro', 2018: 'Kappa', 2024: 'Diadora' }],
  ] },
  { league: 'Primera División Uruguaya', clubs: [
    ['Peñarol', 2, ['Stripes', 'Yellow', 'Black'], ['Plain', 'Gray', 'Yellow'], { 1995: 'Topper', 2001: 'Umbro', 2006: 'Puma' }],
    ['Club Nacional', 3, ['Plain', 'White', 'Blue', 'Red'], ['Plain', 'Red', 'White'], { 2000: 'Topper', 2005: 'Umbro' }],
  ] },
  { league: 'Primera División de Chile', clubs: [
    ['Colo-Colo', 2, ['Plain', 'White', 'Black'], ['Plain', 'Black', 'White'], { 1991: 'adidas', 1995: 'Nike', 2001: 'Puma', 2006: 'Umbro', 2014: 'Under Armour', 2018: 'Umbro', 2020: 'adidas' }],
  ] },
  { league: 'Categoría Primera A', clubs: [
    ['Atlético Nacional', 3, ['Stripes', 'Green', 'White'], ['Plain', 'Black', 'Green'], { 2001: 'Topper', 2004: 'Marathon', 2012: 'Nike' }],
  ] },
  { league: 'Liga 1 Perú', clubs: [
    ['Universitario', 2, ['Plain', 'Off-white', 'Claret'], ['Plain', 'Claret', 'Off-white'], { 1998: 'Umbro', 2008: 'Umbro', 2017: 'Umbro', 2018: 'Marathon' }],
    ['Alianza Lima', 3, ['Stripes', 'Navy', 'White'], ['Plain', 'Purple', 'White'], { 2001: 'Walon', 2011: 'Nike' }],
  ] },
  { league: 'Liga MX', clubs: [
    ['Club América', 1, ['Chevron', 'Yellow', 'Navy'], ['Plain', 'Navy', 'Yellow'], { 1994: 'adidas', 2000: 'Nike' }],
    ['CD Guadalajara', 2, ['Stripes', 'Red', 'White', 'Navy'], ['Plain', 'White', 'Red'], { 1998: 'Atletica', 2005: 'Reebok', 2012: 'adidas', 2016: 'Puma' }],
    ['Pumas UNAM', 3, ['Plain', 'Navy', 'Gold'], ['Plain', 'Gold', 'Navy'], { 2000: 'Lotto', 2008: 'Puma', 2014: 'Nike' }],
    ['Club León', 3, ['Plain', 'Green', 'White'], ['Plain', 'White', 'Green'], { 2012: 'Pirma', 2021: 'Charly', 2023: 'Pirma', 2025: 'Charly' }],
  ] },
  { league: 'MLS', clubs: [
    ['LA Galaxy', 1, ['Sash', 'White', 'Navy', 'Gold'], ['Sash', 'Navy', 'Gold'], { 1996: 'Nike', 2003: 'adidas' }],
    ['Seattle Sounders FC', 2, ['Plain', 'Green', 'Blue'], ['Plain', 'Purple', 'Silver'], { 2009: 'adidas' }],
    ['Inter Miami CF', 2, ['Plain', 'Pink', 'Black'], ['Plain', 'Black', 'Pink'], { 2020: 'adidas' }],
  ] },
  { league: 'J1 League', clubs: [
    ['Urawa Red Diamonds', 2, ['Plain', 'Red', 'Black', 'White'], ['Plain', 'White', 'Red'], { 1993: 'Mizuno', 1997: 'Puma', 2004: 'Nike' }, { down: [[2000, 2000]] }],
    ['Gamba Osaka', 3, ['Stripes', 'Blue', 'Black'], ['Plain', 'White', 'Blue'], { 1997: 'Umbro', 2024: 'Hummel' }, { down: [[2013, 2013]] }],
    ['Shimizu S-Pulse', 3, ['Graphic', 'Orange', 'Blue'], ['Graphic', 'White', 'Orange'], { 1993: 'Puma' }, { down: [[2016, 2016], [2023, 2024]] }],
  ] },
  { league: 'K League 1', clubs: [
    ['FC Seoul', 3, ['Stripes', 'Red', 'Black'], ['Plain', 'White', 'Red'], { 2005: 'adidas', 2012: 'Le Coq Sportif', 2021: 'Pro-Specs' }],
  ] },
  { league: 'A-League Men', clubs: [
    ['Sydney FC', 3, ['Plain', 'Sky blue', 'Navy'], ['Plain', 'Navy', 'Sky blue'], { 2005: 'Reebok', 2011: 'adidas', 2014: 'Puma', 2019: 'Under Armour' }],
  ] },
  { league: 'Saudi Pro League', clubs: [
    ['Al-Hilal', 3, ['Plain', 'Blue', 'White'], ['Plain', 'White', 'Blue'], { 2009: 'Nike', 2019: 'Mouj', 2022: 'Puma' }],
    ['Al-Nassr', 3, ['Plain', 'Yellow', 'Blue'], ['Plain', 'Blue', 'Yellow'], { 2011: 'Nike', 2017: 'New Balance', 2018: 'Victory', 2022: 'Duneus', 2023: 'Nike', 2024: 'adidas' }],
  ] },
  { league: 'Egyptian Premier League', clubs: [
    ['Al Ahly', 2, ['Plain', 'Red', 'White'], ['Plain', 'White', 'Red'], { 1999: 'adidas', 2005: 'Puma', 2008: 'adidas', 2015: 'Sporta', 2018: 'Umbro', 2022: 'adidas' }],
  ] },
  { league: 'Botola Pro', clubs: [
    ['Raja Casablanca', 3, ['Plain', 'Green', 'White'], ['Plain', 'White', 'Green'], { 2005: 'Lotto', 2012: 'adidas', 2018: 'Legea', 2021: 'Nike' }],
  ] },
  { league: 'South African Premiership', clubs: [
    ['Kaizer Chiefs', 3, ['Plain', 'Gold', 'Black'], ['Plain', 'Black', 'Gold'], { 2001: 'Nike', 2022: 'Kappa' }],
  ] },
];
