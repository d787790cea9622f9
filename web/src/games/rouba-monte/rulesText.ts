/** The rules page of Rouba Monte in both languages. */

import type { RulesSection, RulesText } from "../../lib/table/rulesPage";

const pt: RulesSection[] = [
  {
    title: "O objetivo",
    text: [
      "De dois a quatro, cada um por si, com um baralho de 52 cartas. Junte cartas no seu monte, da mesa e dos montes dos outros. Quem tiver o maior monte no fim vence.",
    ],
  },
  {
    title: "O começo",
    text: [
      "Quatro cartas ficam abertas na mesa e cada um recebe quatro fechadas. Começa quem está depois de quem distribuiu, e a distribuição passa adiante a cada partida. Do baralho ninguém compra.",
    ],
    picture: ["8S", "2C", "QH", "2S"],
    caption: "A mesa no começo: quatro cartas abertas.",
  },
  {
    title: "Capturar da mesa",
    text: [
      "Na sua vez, uma carta da mão captura uma carta aberta do mesmo valor; o naipe não importa. As duas vão para o seu monte, com a carta jogada no topo. É um alvo por jogada: havendo dois do mesmo valor, você escolhe qual. Não se somam cartas.",
      "Toque na carta e os alvos possíveis se acendem; toque num deles, ou arraste a carta até lá.",
    ],
    picture: ["2H lit", ">", "8S", "2C lit", "QH", "2S lit"],
    caption: "Com o 2 de copas há dois alvos: o 2 de paus ou o 2 de espadas.",
  },
  {
    title: "Roubar um monte",
    text: [
      "Se a carta tem o valor do topo do monte de outra pessoa, ela leva o monte inteiro. Tudo vai para cima do seu, e a carta jogada fica no topo. O que está debaixo do topo não conta como alvo, nem o seu próprio monte.",
    ],
    picture: ["KD lit", ">", "KC lit"],
    caption: "O rei no topo do monte alheio: todas as cartas dele passam para você.",
  },
  {
    title: "Quem pode capturar é obrigado",
    text: [
      "Se alguma carta da mão captura ou rouba, é preciso fazer uma dessas jogadas: as outras cartas ficam apagadas e dizem por quê. Só quando nenhuma serve você escolhe uma para deixar aberta na mesa.",
    ],
    picture: ["7H dim", "JC dim", "2H lit", "9D dim"],
    caption: "O 2 captura; por isso nenhuma das outras pode ser deixada na mesa.",
  },
  {
    title: "Mais cartas, e o fim",
    text: [
      "Quando todas as mãos acabam, cada um recebe até quatro cartas enquanto houver baralho; montes e mesa ficam como estão. A partida acaba com o baralho e as mãos vazias. Empates são divididos, e o que sobrou na mesa não é de ninguém.",
    ],
  },
  {
    title: "Sair e voltar",
    text: [
      "Quem sai no meio, ou fica dois minutos ausente, devolve mão e monte à mesa, abertos e ao alcance de todos, e só volta na partida seguinte. Com menos de dois participantes a partida acaba sem vencedor. Quem chega durante uma partida joga a partir da próxima.",
      "Se o seu tempo acabar, a mesa joga por você: rouba o maior monte, senão captura, senão deixa uma carta.",
    ],
  },
];

const en: RulesSection[] = [
  {
    title: "The aim",
    text: [
      "Two to four, each for themselves, with a deck of 52. Gather cards in your pile, from the table and from the piles of others. The largest pile at the end wins.",
    ],
  },
  {
    title: "The beginning",
    text: [
      "Four cards lie open on the table and everyone is dealt four. Whoever sits after the dealer begins, and the deal moves on with every game. Nobody draws from the stock.",
    ],
    picture: ["8S", "2C", "QH", "2S"],
    caption: "The table at the beginning: four open cards.",
  },
  {
    title: "Capturing from the table",
    text: [
      "On your turn a card of your hand captures an open card of the same rank; suits do not matter. Both go to your pile, the played card on top. One target a move: if two have that rank, you choose. Cards are never added up.",
      "Tap the card and the possible targets light up; tap one of them, or drag the card onto it.",
    ],
    picture: ["2H lit", ">", "8S", "2C lit", "QH", "2S lit"],
    caption: "The 2 of hearts has two targets: the 2 of clubs or the 2 of spades.",
  },
  {
    title: "Stealing a pile",
    text: [
      "A card of the rank on top of somebody’s pile takes the whole pile. All of it goes onto yours, with the played card on top. What lies under a top is no target, and neither is your own pile.",
    ],
    picture: ["KD lit", ">", "KC lit"],
    caption: "A king on top of another pile: all its cards become yours.",
  },
  {
    title: "Who can take must take",
    text: [
      "If any card of your hand can capture or steal, you must make such a move: the other cards are dimmed and say why. Only when none can do you choose one to leave open on the table.",
    ],
    picture: ["7H dim", "JC dim", "2H lit", "9D dim"],
    caption: "The 2 captures, so none of the others may be left on the table.",
  },
  {
    title: "More cards, and the end",
    text: [
      "When all hands are used up everyone is dealt up to four cards while the stock lasts; piles and table stay as they are. The game is over when stock and hands are gone. Ties are shared, and what is left on the table is nobody’s.",
    ],
  },
  {
    title: "Leaving and coming back",
    text: [
      "Who leaves in the midst, or is away for two minutes, gives hand and pile back to the table, open and within everyone’s reach, and is back only in the next game. With fewer than two left the game is over without a winner. Who comes during a game plays from the next one on.",
      "When your time is up the table plays for you: it steals the largest pile, else captures, else leaves a card.",
    ],
  },
];

export const rulesText: RulesText = { "pt-BR": pt, en };
