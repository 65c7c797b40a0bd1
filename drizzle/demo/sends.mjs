// The recipient links, oldest first: when they were sent, read and first clicked, in days before
// the load; the number of clicks, their country, referrer and device.
export const sends = `
link | lead | sent  | read  | clicked | clicks | country | referrer        | device
1    | 5    | 78.48 | 78.38 |         | 0      |         |                 |
2    | 12   | 67.89 | 67.82 |         | 0      |         |                 |
1    | 18   | 65.65 | 65.59 | 65.569  | 2      | GR      | l.instagram.com | mobile
2    | 16   | 63.15 | 62.96 | 62.935  | 1      | NL      |                 | mobile
1    | 11   | 60.21 | 60.13 | 60.116  | 2      | FR      |                 | mobile
2    | 1    | 53.62 | 53.6  | 53.559  | 1      | FR      |                 | mobile
2    | 15   | 51.5  | 51.38 | 51.336  | 1      | IN      | l.instagram.com | mobile
2    | 5    | 49.54 | 49.42 | 49.399  | 3      | ES      |                 | mobile
1    | 17   | 49.26 |       |         | 0      |         |                 |
2    | 25   | 48.89 | 48.85 |         | 0      |         |                 |
1    | 24   | 48.82 | 48.68 | 48.631  | 1      | TR      | l.instagram.com | desktop
4    | 7    | 42.7  | 42.62 | 42.592  | 1      | BR      | l.instagram.com | mobile
2    | 6    | 42.39 | 42.35 |         | 0      |         |                 |
4    | 9    | 42.24 | 42.19 | 42.155  | 3      | GB      |                 | desktop
1    | 14   | 42.21 | 42.17 | 42.152  | 2      | FR      |                 | desktop
2    | 23   | 41.01 | 40.9  | 40.856  | 1      | FR      |                 | desktop
4    | 13   | 40.37 | 40.22 | 40.204  | 1      | GB      |                 | mobile
4    | 26   | 40.15 | 40.05 | 40.02   | 1      | FR      |                 | mobile
1    | 16   | 37.1  | 37.0  |         | 0      |         |                 |
4    | 1    | 36.87 | 36.69 | 36.678  | 1      | FR      |                 | mobile
1    | 2    | 36.84 | 36.74 |         | 0      |         |                 |
2    | 28   | 35.21 | 35.07 | 35.043  | 1      | AU      |                 | tablet
1    | 31   | 32.88 | 32.7  | 32.661  | 2      | MA      | l.instagram.com | tablet
4    | 6    | 30.18 | 30.06 | 30.025  | 1      | DE      |                 | mobile
4    | 21   | 28.59 | 28.56 | 28.546  | 1      | GB      |                 | desktop
1    | 34   | 27.96 |       |         | 0      |         |                 |
4    | 19   | 27.61 | 27.53 | 27.499  | 2      | ES      |                 | desktop
1    | 38   | 26.82 | 26.72 | 26.703  | 2      | ES      |                 | mobile
4    | 32   | 25.25 | 25.17 | 25.145  | 2      | SE      |                 | desktop
2    | 36   | 24.42 | 24.32 | 24.312  | 1      | FR      |                 | desktop
2    | 33   | 23.22 | 23.1  |         | 0      |         |                 |
1    | 27   | 19.05 | 18.95 |         | 0      |         |                 |
1    | 33   | 18.4  | 18.2  | 18.177  | 1      | FR      |                 | mobile
1    | 42   | 18.1  | 17.95 | 17.934  | 1      | IS      |                 | mobile
1    | 41   | 17.26 | 17.07 | 17.043  | 1      | JP      |                 | mobile
2    | 43   | 16.87 | 16.69 | 16.671  | 1      | IT      |                 | mobile
1    | 44   | 16.74 | 16.59 | 16.577  | 2      | MA      |                 | tablet
4    | 43   | 15.24 | 15.17 | 15.157  | 3      | IT      |                 | mobile
1    | 35   | 14.06 | 13.96 |         | 0      |         |                 |
4    | 40   | 13.39 | 13.24 | 13.215  | 1      | FR      |                 | mobile
2    | 46   | 13.33 | 13.14 | 13.091  | 1      | GB      |                 | mobile
2    | 45   | 12.9  | 12.74 | 12.715  | 1      | FR      |                 | mobile
1    | 48   | 12.29 | 12.13 | 12.124  | 1      | FR      |                 | mobile
1    | 49   | 10.91 | 10.81 | 10.799  | 1      | IN      | l.instagram.com | mobile
2    | 47   | 9.57  | 9.39  | 9.348   | 2      | KR      | l.instagram.com | desktop
1    | 47   | 5.58  | 5.48  |         | 0      |         |                 |
4    | 50   | 5.48  | 5.38  | 5.342   | 2      | IT      |                 | mobile
2    | 54   | 4.88  | 4.76  | 4.735   | 1      | ES      |                 | mobile
1    | 52   | 4.42  | 4.4   | 4.37    | 1      | FR      | l.instagram.com | desktop
1    | 55   | 3.23  | 3.14  | 3.096   | 1      | FR      |                 | mobile
4    | 54   | 3.12  | 3.09  | 3.087   | 3      | ES      |                 | mobile
2    | 56   | 2.78  | 2.69  |         | 0      |         |                 |
1    | 56   | 1.42  | 1.32  |         | 0      |         |                 |
1    | 57   | 1.17  | 0.99  | 0.956   | 1      | BR      | l.instagram.com | tablet
1    | 58   | 0.91  | 0.81  |         | 0      |         |                 |
1    | 59   | 0.41  | 0.33  | 0.286   | 3      | FR      |                 | mobile
`;
