/** The rules page in both languages. Pictures are routes: cards with their figures, and a caption. */

import type { Language } from "../../i18n/index.svelte";

export interface Picture {
  /** Each numeric card with the figures on it. */
  route: string[][];
  value: number;
  direction?: "up" | "down";
  suit: string;
  state: "low" | "over" | "sold" | "beaten" | "tied";
  caption: string;
}

export interface Section {
  title: string;
  text: string[];
  pictures: Picture[];
}

const plain = (title: string, ...text: string[]): Section => ({ title, text, pictures: [] });

const pt: Section[] = [
  plain(
    "A ideia",
    "Duas pessoas, três rotas para cada uma. Cada rota sua encara uma rota do outro lado: são três disputas separadas. Uma rota fica à venda quando soma de 21 a 26; no par, vende quem estiver nessa faixa e valer mais. Quando os três pares têm rota vendida a partida acaba, e quem vendeu dois ou três ganha.",
    "Cada lado tem o seu próprio baralho de 54 cartas, com dois Coringas, e começa com oito na mão. Um sorteio diz quem abre.",
  ),
  plain(
    "Abertura",
    "Nas três primeiras vezes você põe uma carta numérica, de Ás a 10, em cada uma das suas rotas. Ainda não se compra, não se descarta e figuras esperam. Só quem não tem nenhuma numérica troca uma carta por outra do baralho, e continua na vez.",
  ),
  plain(
    "A cada vez, uma coisa só",
    "Jogar uma carta, ou descartar uma carta, ou desfazer uma rota inteira. Depois de jogar ou descartar você compra, e assim fica com cinco cartas enquanto o baralho durar. Quem desfaz não compra.",
    "Erga uma carta: a mesa acende os lugares onde ela cabe. Toque num deles, ou arraste a carta até lá. Toque numa rota, sem carta erguida, para ver tudo que há nela.",
  ),
  {
    title: "Números, direção e naipe",
    text: [
      "O Ás vale 1 e as outras numéricas valem o que mostram. A segunda carta decide se a rota sobe ou desce, e daí em diante cada carta segue no mesmo sentido; pode pular valores.",
      "Há uma saída: carta do naipe atual entra para qualquer lado, e a direção passa a ser a das duas últimas. Repetir o valor da última carta nunca pode. O naipe atual é o da última carta.",
    ],
    pictures: [
      {
        route: [["3C"], ["6D"], ["9H"]],
        value: 18,
        direction: "up",
        suit: "H",
        state: "low",
        caption: "Subindo: cabe só um 10, ou qualquer carta de copas que não seja 9.",
      },
      {
        route: [["TS"], ["8D"], ["4S"]],
        value: 22,
        direction: "down",
        suit: "S",
        state: "sold",
        caption: "Descendo e à venda, com 22.",
      },
    ],
  },
  {
    title: "Figuras",
    text: [
      "Figuras vão sobre uma carta numérica, sua ou do outro. Cada carta aguenta três; cheia, não recebe nem Valete.",
      "Rei: dobra a carta; um segundo Rei dobra de novo. Dama: só na última carta; inverte a direção e impõe o próprio naipe. Valete: leva embora a carta e tudo que está nela, e vai junto.",
      "Coringa num Ás: somem da mesa todas as outras cartas numéricas do naipe do Ás. Coringa de 2 a 10: somem todas as outras cartas daquele valor. A carta que o recebe fica.",
    ],
    pictures: [
      {
        route: [["5H", "KC"], ["8D"]],
        value: 18,
        direction: "up",
        suit: "D",
        state: "low",
        caption: "O Rei faz o 5 valer 10.",
      },
      {
        route: [["4C"], ["9S", "QH"]],
        value: 13,
        direction: "down",
        suit: "H",
        state: "low",
        caption: "Subia; com a Dama desce, e o naipe agora é copas.",
      },
    ],
  },
  {
    title: "Vender",
    text: [
      "Abaixo de 21 falta carga; acima de 26 a rota está sobrecarregada e não vende. Com as duas do par na faixa vende a maior; iguais, nenhuma, até alguém desempatar.",
      "Nada é definitivo antes do fim. Um Rei no lugar certo sobrecarrega a rota do outro, um Valete a esvazia.",
    ],
    pictures: [
      {
        route: [["TD", "KS"], ["7C"]],
        value: 27,
        direction: "down",
        suit: "C",
        state: "over",
        caption: "27: um Rei a mais.",
      },
      {
        route: [["9D"], ["TH"], ["7H"]],
        value: 26,
        direction: "down",
        suit: "H",
        state: "sold",
        caption: "26: não há melhor.",
      },
    ],
  },
  plain(
    "Como termina",
    "Com os três pares vendidos, ou quando alguém fica sem mão e sem baralho: esse perde. Perde também quem deixa o relógio acabar, quem some por um minuto ou quem desiste pelo menu da mesa.",
    "Contra uma pessoa cada um tem um minuto para a primeira jogada; sem ela a partida é anulada. Sem relógio, uma jogada pode levar até cinco minutos.",
  ),
];

const en: Section[] = [
  plain(
    "The idea",
    "Two people, three routes each. Each of your routes faces one on the other side: three contests of their own. A route is for sale when it adds up to 21 to 26; of a pair, the one in that range that is worth more is sold. When all three pairs have a sold route the game is over, and two or three of them win.",
    "Each side has a deck of its own, 54 cards with two jokers, and begins with eight in hand. A lot says who opens.",
  ),
  plain(
    "Opening",
    "On your first three turns you put a number card, ace to 10, on each of your routes. Nothing is drawn or discarded yet, and figures wait. Only somebody without a single number swaps a card for one of the deck, and stays on turn.",
  ),
  plain(
    "One thing a turn",
    "Play a card, or discard a card, or disband a whole route. After playing or discarding you draw, so you hold five cards as long as the deck lasts. Disbanding draws nothing.",
    "Lift a card: the table lights up where it fits. Tap such a place, or drag the card there. Tap a route with no card lifted to see all that lies in it.",
  ),
  {
    title: "Numbers, direction and suit",
    text: [
      "An ace is 1, the other numbers are what they show. The second card decides whether the route goes up or down, and from then on each card keeps that way; values may be skipped.",
      "There is a way round it: a card of the current suit goes either way, and the direction becomes that of the last two. The last card’s value may never be repeated. The current suit is the last card’s.",
    ],
    pictures: [
      {
        route: [["3C"], ["6D"], ["9H"]],
        value: 18,
        direction: "up",
        suit: "H",
        state: "low",
        caption: "Going up: only a 10 fits, or any heart but the 9.",
      },
      {
        route: [["TS"], ["8D"], ["4S"]],
        value: 22,
        direction: "down",
        suit: "S",
        state: "sold",
        caption: "Going down and for sale, at 22.",
      },
    ],
  },
  {
    title: "Figures",
    text: [
      "Figures go on a number card, yours or the other’s. A card bears three; when full it takes none, not even a jack.",
      "King: doubles the card; a second one doubles it again. Queen: on the last card only; turns the direction and imposes her own suit. Jack: takes the card away with all that is on it, and goes too.",
      "Joker on an ace: all other numbers of the ace’s suit leave the table. Joker on 2 to 10: all other cards of that value leave. The card that takes it stays.",
    ],
    pictures: [
      {
        route: [["5H", "KC"], ["8D"]],
        value: 18,
        direction: "up",
        suit: "D",
        state: "low",
        caption: "The king makes the 5 worth 10.",
      },
      {
        route: [["4C"], ["9S", "QH"]],
        value: 13,
        direction: "down",
        suit: "H",
        state: "low",
        caption: "It went up; with the queen it goes down, and the suit is hearts.",
      },
    ],
  },
  {
    title: "Selling",
    text: [
      "Below 21 there is too little on it; above 26 the route is overloaded and sells nothing. With both of a pair in range the greater is sold; equal ones not, until somebody breaks the tie.",
      "Nothing is final before the end. A king in the right place overloads the other’s route, a jack empties it.",
    ],
    pictures: [
      {
        route: [["TD", "KS"], ["7C"]],
        value: 27,
        direction: "down",
        suit: "C",
        state: "over",
        caption: "27: one king too many.",
      },
      {
        route: [["9D"], ["TH"], ["7H"]],
        value: 26,
        direction: "down",
        suit: "H",
        state: "sold",
        caption: "26: there is nothing better.",
      },
    ],
  },
  plain(
    "How it ends",
    "With all three pairs sold, or when somebody has neither hand nor deck left, who then loses. So does who lets the clock run out, is away for a minute, or resigns in the table’s menu.",
    "Against a person each has a minute for the first move; without it the game is void. Without clocks a move may take up to five minutes.",
  ),
];

export const rulesPage: Record<Language, Section[]> = { "pt-BR": pt, en };
