/** Names of places and clubs in countries of one language. */
export interface Language {
  /** Country codes with their share of clubs and their name in names of competitions. */
  countries: ReadonlyArray<readonly [code: string, weight: number, name: string]>;
  /** Seasons within one calendar year. */
  hasCalendarSeasons?: true;
  /** Halves of town names: every beginning fits every ending. */
  beginnings: readonly string[];
  endings: readonly string[];
  /** Names of clubs, `*` being the town; the first ones are the most frequent. */
  clubs: readonly string[];
  /** Names of second, youth and women's teams, `*` being the club. */
  sides: readonly string[];
  /** Names of competitions, `*` being the country; the first three are the leagues. */
  competitions: readonly string[];
}

type Lists = Pick<Language, 'beginnings' | 'endings' | 'clubs' | 'sides' | 'competitions'>;

/** Halves are separated by spaces, names by commas. */
const WRITTEN: ReadonlyArray<Omit<Language, keyof Lists> & Record<keyof Lists, string>> = [
  {
    countries: [
      ['GB', 110, 'England'],
      ['IE', 12, 'Ireland'],
      ['ZA', 12, 'South Africa'],
      ['NG', 10, 'Nigeria'],
    ],
    beginnings:
      'Al Ash Ax Bar Black Brad Brent Brom Burn Cam Chel Chest Clif Col Crox Dar Don Dun East Ex Farn Green Grim Hal Hart Hast Here Hudders Kidder Lan Lei Lin Mans Middles Mor New North Nor Old Ox Ports Read Rother Scar Shef Shrews South Stock Sunder Swin Tam Til Wal Wat West Wig Wor Wy',
    endings:
      'ton ham ford bury field borough mouth pool wich bridge chester castle land wood burn port hampton dale stead worth gate well head combe ley minster',
    clubs:
      '* FC, * United, * Town, * City, AFC *, * Athletic, * Rovers, * Wanderers, * County, * Albion, * Rangers, * Celtic, Sporting *, * Harriers, * Borough',
    sides: '* Women, * Ladies, * U21, * U18, * Youth',
    competitions:
      '* Premier League, * Championship, * League One, * FA Cup, * League Cup, * Charity Shield, * Women’s League, * Youth Cup',
  },
  {
    countries: [
      ['ES', 90, 'España'],
      ['AR', 55, 'Argentina'],
      ['MX', 40, 'México'],
      ['CO', 22, 'Colombia'],
      ['CL', 22, 'Chile'],
      ['PE', 16, 'Perú'],
      ['UY', 16, 'Uruguay'],
      ['EC', 12, 'Ecuador'],
      ['PY', 10, 'Paraguay'],
      ['CR', 8, 'Costa Rica'],
    ],
    beginnings:
      'Alba Alca Almen Ara Bada Bar Bena Cala Cáce Carta Cór Cué Este Fuen Gra Gua Hué Jeré Lega Lor Má Manza Mé Mon Mur Ol Palen Pon Sala San Sego Sevi Ta Terra Tole Torre Va Vélez Villa Zamo Zara',
    endings:
      'caste cete dalia dez doba drid fría gena goza jar laga lada licia lona mora nada nal ñas rrez ragona res sa seca tera vedra vega viejo zón',
    clubs:
      'CD *, * CF, Real *, Atlético *, UD *, Deportivo *, Club Atlético *, SD *, Racing de *, Sporting de *, CF *, Unión *, Independiente de *, Estudiantes de *, San Martín de *',
    sides: '* B, * Femenino, * Féminas, * U19, * Juvenil',
    competitions:
      'Primera División de *, Segunda División de *, Tercera División de *, Copa de *, Supercopa de *, Liga Femenina de *, Copa Juvenil de *',
  },
  {
    countries: [
      ['DE', 95, 'Deutschland'],
      ['AT', 38, 'Österreich'],
      ['CH', 26, 'Schweiz'],
    ],
    beginnings:
      'Alten Augs Bam Bay Bie Bo Braun Bruch Darm Dres Duis Düssel Eber Eichen Frank Frei Für Göt Grün Ham Han Heiden Hohen Kaisers Karls Kre Lau Lever Lud Lü Mann Meppe Mön Mühl Neu Nieder Ober Osna Pader Pforz Regens Ros Saar Sand Schwein Stutt Unter Wald Weiß Wolfs Würz Zwi',
    endings:
      'au bach beck berg brück burg dorf feld furt gart hausen heim hofen ingen kirchen kusen lautern münde rode ruhe schwig stadt stein stetten tal weiler',
    clubs:
      'FC *, SV *, SC *, VfL *, VfB *, TSV *, 1. FC *, Eintracht *, Borussia *, SpVgg *, FSV *, Fortuna *, Germania *, Union *, TuS *, Blau-Weiß *, Rot-Weiss *, Viktoria *',
    sides: '* II, * III, * Frauen, * U19, * U23',
    competitions:
      'Bundesliga *, 2. Liga *, Regionalliga *, Pokal *, Supercup *, Frauenliga *, Juniorenpokal *',
  },
  {
    countries: [
      ['IT', 75, 'Italia'],
      ['SM', 3, 'San Marino'],
    ],
    beginnings:
      'Alba Anco Are Asco Avel Bari Bene Berga Bolo Bre Cagli Campo Casa Catan Cese Civi Cose Cre Empo Fano Fer Foggia Ge Gros Latina Lec Luc Ma Man Messi Mode Mon Nova Pado Paler Par Peru Pesca Pia Pisto Pra Raven Reggi Rimi Saler Sas Sie Tera Tori Trevi Udi Vare Vene Vicen',
    endings:
      'ce cenza cona gna lino lla mo na nato nia nova ra rara ri rino sina ssa sto ta tera to vento vico zano zo',
    clubs:
      'AC *, US *, * Calcio, AS *, SS *, * FC, ACD *, Pro *, Virtus *, Atletico *, Real *, Polisportiva *, SSD *',
    sides: '* Femminile, * Women, * U19, * Primavera',
    competitions:
      'Serie A *, Serie B *, Serie C *, Coppa *, Supercoppa *, Serie A Femminile *, Campionato Primavera *',
  },
  {
    countries: [
      ['FR', 65, 'France'],
      ['BE', 24, 'Belgique'],
      ['MA', 14, 'Maroc'],
      ['SN', 6, 'Sénégal'],
    ],
    beginnings:
      'Ama Angou Arge Aubi Auxe Bé Beau Bel Bour Bri Cha Château Cler Com Dra Gre Gué Haute La Li Lou Mar Méri Mont Mul Nant Neu Orlé Pé Poi Pont Qué Ré Roche Rou Saint-Ét Saint-Qu Sé Sois Thou Trégou Valen Ver Vieux Vitré',
    endings:
      'ans auban bourg champ cy court dun enne entin fort gnan ges lieu lhouse mont my ne noble on ons pelle reims rges sier sur-Loire sur-Mer tin vais ville',
    clubs:
      'FC *, AS *, Stade *, Olympique *, US *, * FC, Racing Club de *, Étoile de *, Union *, SC *, Entente *, Jeunesse *, Royal *',
    sides: '* B, * Féminine, * Féminines, * U19',
    competitions:
      'Ligue 1 *, Ligue 2 *, National *, Coupe de *, Trophée de *, Première Ligue Féminine *, Coupe Gambardella *',
  },
  {
    countries: [['BR', 60, 'Brasil']],
    hasCalendarSeasons: true,
    beginnings:
      'Alago Ama Ara Ba Bento Botu Campi Cari Caxi Chape Cori Cria Cuia Curi Flo Forta Goiâ Gua Igua Ita Ja Join João Juiz Lon Macei Mara Mogi Mon Natal Ni Ouri Para Pelo Per Pira Ponta Recife Ribei Salva Santo São Soro Ubera Vila Vitó',
    endings:
      'bá caba ção cas cicaba dor guá gás lândia leza lina mar nas ndia nópolis nha ópolis raré rão ras ria rinha ró seca tiba tuba vila ville',
    clubs:
      '* EC, EC *, * FC, Atlético *, Grêmio *, Sport *, América de *, Clube *, Botafogo de *, São José de *, União *, Operário de *',
    sides: '* B, * Feminino, * U20, * U17',
    competitions:
      'Série A *, Série B *, Série C *, Copa do *, Supercopa do *, Feminino *, Copa São Paulo *, Campeonato Paulista *, Campeonato Carioca *, Campeonato Gaúcho *',
  },
  {
    countries: [
      ['PT', 35, 'Portugal'],
      ['AO', 5, 'Angola'],
    ],
    beginnings:
      'Aguiar Alber Alco Ama Ave Bar Bei Bele Bra Bra Cas Cha Co Covi Este Évo Fare Fei Fun Gon Gui Lei Lou Mafra Moi More Olha Ol Paço Pena Por Rio San Se Setú Tond Tor Var Vi Viz',
    endings:
      'bal bra cais ça chal dal do fiel ga gueira lhã lhão ra rães reira rei rense res ria ro seu tão tarém tosa veira vil zela',
    clubs: 'SC *, CD *, FC *, GD *, Vitória de *, UD *, Académica de *, Sporting de *, CF *, Desportivo de *',
    sides: '* B, * Feminino, * U23, * U19',
    competitions:
      'Primeira Liga de *, Segunda Liga de *, Liga 3 de *, Taça de *, Supertaça de *, Liga Feminina de *',
  },
  {
    countries: [
      ['NL', 45, 'Nederland'],
      ['SR', 3, 'Suriname'],
    ],
    beginnings:
      'Al Amers Apel Arn Bever Bre Den Deven Does Dor Ede Eind Emm Gron Haar Har Heeren Hel Hen Hoog Kat Leeu Leid Maas Nij Oos Rij Roo Rotter Scheve Spaken Til Utr Venen Vlaar Vliss Voor Waal Wage Zaan Zwol',
    endings:
      'berg burg dam dijk drecht en gen haven heim hem hoven hout ingen kerk laar land meer megen mond ningen recht schede sluis stede stad tricht veen voort wijk',
    clubs: 'FC *, SC *, VV *, * SV, SV *, Sparta *, Go Ahead *, AVV *, RKC *, Excelsior *, Fortuna *',
    sides: 'Jong *, * Vrouwen, * Women, * U19',
    competitions:
      'Eredivisie *, Eerste Divisie *, Tweede Divisie *, Beker van *, Johan Schaal *, Vrouwen Eredivisie *',
  },
  {
    countries: [
      ['SE', 36, 'Sverige'],
      ['NO', 28, 'Norge'],
      ['DK', 28, 'Danmark'],
      ['FI', 18, 'Suomi'],
      ['IS', 10, 'Ísland'],
    ],
    hasCalendarSeasons: true,
    beginnings:
      'Aal Ås Ber Bo Bran Djur Eid El Es Fal Fre Gö Gräs Ham Hau Hel Hä Hjør Hor Jön Kal Karl Kö Kris Lil Lin Lyng Mal Mjøn Mo Nord Norr Od Öre Ör Ran Roskil San Sil Skel Små Stav Ström Sun Söder Trel Trom Tøns Udde Ul Var Väs Vej Ves',
    endings:
      'berg borg bro by dal dalen ense fors gård gen ger havn heim holm ing köping kronas land le leå møn ning ö rup sand sjø stad sund svall tälje torp valla vik vå',
    clubs: '* IF, * FF, * BK, IFK *, * FK, IF *, * IK, FC *, * SK, * IL, AIK *, * GIF, * Boldklub',
    sides: '* Damer, * 2, * U19, * II',
    competitions:
      '* Premier Division, * First Division, * Second Division, * Cup, * Super Cup, * Women’s Division',
  },
  {
    countries: [
      ['PL', 30, 'Polska'],
      ['CZ', 26, 'Česko'],
      ['SK', 18, 'Slovensko'],
    ],
    beginnings:
      'Bar Biało Biel Boh Brze Byd Cho Cie Czę Do Elblą Gda Gli Gorz Hra Jabło Ja Kato Kiel Koń Kra Leg Li Lub Łę Mi Mla Nie Ol Opa Ostro Pło Po Prze Ra Ru Rze Sie Ska Śla Sos Stara Ta Tepl Trná Tych Ústí Wa Wał Wło Wro Zabr Zie Žili Zlí',
    endings:
      'blonec bin brzeg ce cław cław czna dom gorsk góra ice kowice kraj lona mysl nec nia nin no ny ochowa ostok ów owice rów rze sko stok szów szyn tyn va wice wo zyn žďany',
    clubs:
      'KS *, FK *, Górnik *, Stal *, Zagłębie *, Baník *, Slovan *, Spartak *, Wisła *, Polonia *, MFK *, Sokół *, Lech *, Śląsk *, Dukla *',
    sides: '* II, * B, * U19, * Women',
    competitions: 'Ekstraklasa *, I Liga *, II Liga *, Puchar *, Superpuchar *, Ekstraliga Kobiet *',
  },
  {
    countries: [
      ['RS', 22, 'Srbija'],
      ['HR', 20, 'Hrvatska'],
      ['BA', 12, 'Bosna'],
      ['SI', 10, 'Slovenija'],
      ['BG', 16, 'Bulgaria'],
      ['RO', 22, 'România'],
      ['HU', 20, 'Magyarország'],
    ],
    beginnings:
      'Alba Bač Bana Beo Bihać Bu Čač Celje Cibal Constan Cra Debre Dina Domža Du Fehér Ferenc Galaţi Gor Győ Ja Kapos Karlo Kispes Koper Kragu Krani Kruše Lovr Mari Med Međi Miskol Mos Nađ Novi No Osi Par Pirot Plo Prije Radni Rije Sara Şibi Subo Szege Szom Târgu Tuz Užice Vare Vinkov Vojvo Zala Zagre Zreni',
    endings:
      'bor bad bathely boj brod car ci čak dar dor eg egerszeg grad horod jevac jevo jina lac lja mure mo nica nik nin nja ntsi polje reb rest rica rog sad sek stanta ta tar tica vac var vár vica vo zin zsi',
    clubs:
      'FK *, NK *, Radnički *, Dinamo *, HNK *, OFK *, Borac *, Sloboda *, Metalac *, CS *, Olimpia *, MTE *, Lokomotiv *, Steaua *, Vasas *',
    sides: '* II, * B, * U19, ŽFK *',
    competitions: 'Super Liga *, Prva Liga *, Druga Liga *, Kup *, Super Kup *, Ženska Liga *',
  },
  {
    countries: [
      ['TR', 32, 'Türkiye'],
      ['AZ', 6, 'Azərbaycan'],
    ],
    beginnings:
      'Ada Afyon Ağrı Akhi Ala An Balı Bandır Bodru Bo Bur Çan Ço Deni Diyar Ela Erzi Erzu Eski Ga Gire Göz Iğdı İne Kah Kara Kay Kırık Kırş Ko Kü Mala Mani Mer Muğ Nev Niğ Ordu Ri Sa Sak Şanlı Sar Si Tar Te To Trab Üm Van Yalo Yoz Zon',
    endings:
      'bakır bolu burgaz can dağ dası dır diz göl guldak hisar kale karya kent köy lar lı maraş mit mur na niye ova pazarı raniye ri sa saray sehir sun şehir tepe tya van yaman zon',
    clubs: '*spor, * FK, * SK, * Belediyespor, Yeni *spor, * Gençlik, * Gücü, * İdman Yurdu',
    sides: '* U21, * U19, * Kadın, * B',
    competitions: 'Süper Lig *, 1. Lig *, 2. Lig *, Kupası *, Süper Kupa *, Kadınlar Ligi *',
  },
  {
    countries: [
      ['JP', 38, 'Japan'],
      ['KR', 14, 'Korea'],
    ],
    hasCalendarSeasons: true,
    beginnings:
      'Aki Ama Ao Chi Fuji Fuku Gi Hachi Hama Hiro Ichi Iwa Kago Kana Kashi Kawa Kita Ko Kuma Kure Kyo Matsu Mina Mito Mori Naga Nii Numa Oka Omi Osa Saga Saka Sen Shimi Shiro Taka Toku Toma Tori Toya Tsuku Urawa Utsu Wake Yama Yoko Yone',
    endings:
      'ba chi da dai fu gahara gata gawa go hama hashi iwa jima jo kai kawa kura ma machi mae matsu mi moto mura nabe no oka osaka saki sato se shima shita ta tani to tori tsu ura waki ya yama zaki',
    clubs:
      'FC *, * FC, * SC, Vissel *, Sanfrecce *, Verdy *, Ventforet *, Fagiano *, * United, Kamatamare *, Thespa *, Blaublitz *',
    sides: '* Ladies, * U18, * Youth, * Women',
    competitions: 'J1 League *, J2 League *, J3 League *, Emperor’s Cup *, League Cup *, WE League *',
  },
  {
    countries: [
      ['US', 48, 'United States'],
      ['CA', 10, 'Canada'],
      ['AU', 16, 'Australia'],
      ['NZ', 5, 'New Zealand'],
    ],
    hasCalendarSeasons: true,
    beginnings:
      'Albu Arling Aus Bal Bir Bris Buffa Cal Cedar Chatta Cinci Clear Cleve Colum Coven Den Des Eagle Elk Fair Fort Gran Green Harris Hunts India Kan Knox Lex Lone Mel Mem Mil Mini Nash Oak Okla Oma Or Pasa Phoe Pitts Ports Rich Roch Sac Salt San Sea Spring Tal Tam Tul Well Wollon',
    endings:
      'apolis bourne burgh burg cago creek cester dale field gong ham haven homa ington lake lahassee land lando lo mond more mouth nati nix nooga o park pool querque ramento ridge rock ston tanooga ton vale view ville waukee wood',
    clubs:
      '* FC, * United, * SC, * City, Sporting *, Inter *, * Dynamo, Real *, * Union, * Galaxy, * Rapids, * Victory, * Kickers, * Riverhounds',
    sides: '* II, * Women, * U19, * Academy B',
    competitions: '* Major League, * Second Division, * League Two, * Open Cup, * Shield, * Women’s League',
  },
  {
    countries: [
      ['SA', 14, 'Saudi Arabia'],
      ['EG', 16, 'Egypt'],
      ['AE', 10, 'Emirates'],
    ],
    beginnings:
      'Ab Ahl Ain Am Arab Ba Bah Da Dam Fai Fay Fu Gha Ha Has Hi It Jab Ja Kar Kha Khor Ma Maq Mas Mu Nas Qad Rai Ras Riy Sad Sal Sha Shab Ta Tai Wah Wak Wih Ya Zam',
    endings:
      'adh ain ali alik an anah aq ar arqa at awi bab bala dad dat di een fat fia hali han hir idi ihad im isha iyah jaba khaleej la lab maa mal mar ouk qa rah raf rik sa sir stan taee tihad um wan yan zem',
    clubs: 'Al *, Al-* SC, * Club, Al * FC, Al-*, Ittihad *, Ahly *, Union *',
    sides: '* B, * U21, * Women',
    competitions:
      '* Pro League, * First Division League, * Second Division League, * King Cup, * Super Cup, * Women’s Premier League',
  },
];

/** Real ways of naming towns and clubs, combined at random. */
export const LANGUAGES: readonly Language[] = WRITTEN.map((written) => ({
  ...written,
  beginnings: written.beginnings.split(' '),
  endings: written.endings.split(' '),
  clubs: written.clubs.split(', '),
  sides: written.sides.split(', '),
  competitions: written.competitions.split(', '),
}));
