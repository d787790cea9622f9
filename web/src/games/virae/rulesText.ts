/** The rules page in both languages; its pictures are made of cards; `>` is an arrow. */

import type { RulesSection, RulesText } from "../../lib/table/rulesPage";

const plain = (title: string, ...text: string[]): RulesSection => ({ title, text });

const pt: RulesSection[] = [
  plain(
    "O objetivo",
    "Cada um joga por si, de dois a seis à mesa. Começa-se com sete cartas e vence quem se livrar de todas primeiro. Cada partida vale por si: nada se acumula para a seguinte.",
  ),
  {
    title: "A sua vez",
    text: [
      "Ponha no descarte uma carta que tenha a cor em jogo, ou o mesmo número ou símbolo da carta de cima. Toque na carta para erguê-la e toque de novo (ou use Jogar carta); ou arraste-a até o descarte.",
      "Cada cor tem sempre o seu desenho: losango no vermelho, sol no amarelo, folha no verde, lua no azul.",
    ],
    picture: ["R5", ">", "R8", "G5"],
    caption: "Sobre o 5 vermelho cabem qualquer vermelha, qualquer 5 e os curingas.",
  },
  {
    title: "Comprar",
    text: [
      "Em vez de jogar você pode comprar uma carta, mesmo tendo o que jogar. Se ela servir, escolha: jogá-la já ou guardá-la e passar. As outras cartas da mão ficam para a próxima vez. Se não servir, a vez passa sozinha.",
    ],
  },
  {
    title: "Cartas de ação",
    text: [
      "Bloqueio: o próximo perde a vez. Reversão: o sentido se inverte; a dois, vale como bloqueio. +2: o próximo compra duas e perde a vez.",
      "Não se responde a um +2 nem a um +4 com outra carta, e eles não se somam.",
    ],
    picture: ["YS", "GV", "BD"],
    caption: "Bloqueio, reversão e +2. Valem 20 pontos cada.",
  },
  {
    title: "Curingas",
    text: [
      "O curinga entra sobre qualquer carta e quem o joga diz qual cor passa a valer. O +4, além disso, faz o próximo comprar quatro e perder a vez, mas só pode ser jogado por quem não tem na mão nenhuma carta da cor em jogo. O jogo não deixa usá-lo fora disso.",
    ],
    picture: ["W", "W4"],
    caption: "Curinga e curinga +4. Valem 50 pontos cada.",
  },
  {
    title: "Última!",
    text: [
      "Com duas cartas na mão, ligue Avisar antes de jogar. Quem esquecer tem dois segundos e meio para apertar Última!; nesse tempo qualquer outro pode apertar Pegar! +2 e o esquecido compra duas. Vale o primeiro que apertar. Se ninguém cobrar, o jogo segue.",
    ],
    picture: ["B3"],
    caption: "Uma carta na mão: alguém avisou?",
  },
  plain(
    "Fim",
    "A última carta ainda vale: se for +2 ou +4, o próximo compra antes da contagem. Quem terminou fica com zero; os demais somam o que sobrou na mão.",
    "Quando o monte acaba, o descarte é embaralhado, menos a carta de cima. Se ninguém puder mais jogar nem comprar durante uma volta inteira, vence quem tiver menos pontos; em caso de empate, dividem.",
  ),
  plain(
    "O relógio",
    "Acabou o tempo, o servidor joga por você: uma carta que sirva, ou uma compra. Quem sai da partida deixa um bot no lugar até o fim; quem cai e volta em até dois minutos continua de onde parou, e depois disso retoma o lugar do bot.",
  ),
];

const en: RulesSection[] = [
  plain(
    "The aim",
    "Everyone plays for themselves, two to six at the table. You begin with seven cards, and whoever gets rid of them all first wins. Each game stands alone; nothing is carried over.",
  ),
  {
    title: "Your turn",
    text: [
      "Put a card on the discard that has the colour in force, or the number or symbol of the top card. Tap a card to lift it and tap it again (or use Play card); or drag it to the discard.",
      "Every colour always bears its own shape: a diamond on red, a sun on yellow, a leaf on green, a moon on blue.",
    ],
    picture: ["R5", ">", "R8", "G5"],
    caption: "On the red 5 goes any red card, any 5, and the wilds.",
  },
  plain(
    "Drawing",
    "Instead of playing you may draw one card, even with something to play. If it fits, choose: play it now, or keep it and pass. The other cards of your hand must wait. If it does not fit, the turn passes by itself.",
  ),
  {
    title: "Action cards",
    text: [
      "Skip: the next player loses the turn. Reverse: the direction turns; with two players it acts as a skip. +2: the next player draws two and loses the turn.",
      "Nobody answers a +2 or a +4 with another card, and they do not add up.",
    ],
    picture: ["YS", "GV", "BD"],
    caption: "Skip, reverse and +2. Each is worth 20 points.",
  },
  {
    title: "Wilds",
    text: [
      "A wild goes on any card, and whoever plays it names the colour that comes into force. The +4 also makes the next player draw four and lose the turn, but only somebody without any card of the colour in force may play it. The game does not let you do otherwise.",
    ],
    picture: ["W", "W4"],
    caption: "Wild and wild +4. Each is worth 50 points.",
  },
  {
    title: "Última!",
    text: [
      "With two cards in hand, switch on Announce before you play. Who forgets has two and a half seconds to press Última!; meanwhile anyone else may press Catch! +2, and the forgetful one draws two. Whoever presses first decides it. If nobody catches, the game goes on.",
    ],
    picture: ["B3"],
    caption: "One card in hand: was it announced?",
  },
  plain(
    "The end",
    "The last card still counts: with a +2 or +4 the next player draws before the points are counted. Whoever is out has zero; the others add up what they hold.",
    "When the stock runs out the discard is shuffled, all but its top card. If nobody can play or draw for a whole round, fewest points win; ties share.",
  ),
  plain(
    "The clock",
    "When your time is up the server plays for you: a card that fits, or a draw. Who leaves a game has a bot play on to its end. Who drops out and is back within two minutes goes on where they were, and later takes the seat back from the bot.",
  ),
];

export const rulesText: RulesText = { "pt-BR": pt, en };
