#include "data/digit_styles.h"

#include "core/error.h"

namespace pipette {

namespace {

constexpr PenMark kTurn = PenMark::kCorner;
constexpr PenMark kEnd = PenMark::kLift;

using PenShape = std::span<const PenPoint>;

// ---- 0 ----

constexpr PenPoint kZeroOval0[] = {{60, 4},  {30, 8},  {8, 36},  {8, 66},  {28, 94},
                                   {56, 97}, {84, 74}, {92, 40}, {80, 12}, {58, 3, kEnd}};
constexpr PenPoint kZeroOval1[] = {{62, 2},  {40, 10}, {20, 40}, {18, 70}, {34, 95},
                                   {52, 98}, {70, 80}, {78, 45}, {72, 15}, {60, 4, kEnd}};
constexpr PenPoint kZeroOval2[] = {{50, 0},  {18, 12}, {2, 42},  {4, 74},  {28, 96},
                                   {60, 96}, {92, 76}, {98, 44}, {82, 14}, {48, 2, kEnd}};
constexpr PenPoint kZeroOval3[] = {{72, 8},  {40, 4},  {14, 30}, {6, 62},  {18, 92},
                                   {42, 99}, {72, 80}, {88, 48}, {90, 22}, {74, 6, kEnd}};
constexpr PenPoint kZeroOval4[] = {{54, 2},  {42, 14}, {34, 40}, {34, 66}, {40, 92},
                                   {50, 98}, {60, 84}, {66, 50}, {64, 18}, {55, 2, kEnd}};
constexpr PenShape kZeroOval[] = {kZeroOval0, kZeroOval1, kZeroOval2, kZeroOval3, kZeroOval4};

constexpr PenPoint kZeroCrossing0[] = {{70, 10}, {40, 2},  {14, 28},      {6, 60},
                                       {18, 90}, {48, 99}, {80, 80},      {92, 48},
                                       {80, 14}, {46, 4},  {28, 22, kEnd}};
constexpr PenPoint kZeroCrossing1[] = {{54, 6},  {26, 12}, {10, 40},      {10, 70},
                                       {30, 96}, {58, 96}, {84, 74},      {88, 40},
                                       {72, 10}, {50, 0},  {70, -4, kEnd}};
constexpr PenPoint kZeroCrossing2[] = {{64, 14}, {36, 8},  {12, 36},      {8, 68},
                                       {30, 96}, {60, 96}, {84, 72},      {90, 36},
                                       {74, 6},  {44, 0},  {30, 10, kEnd}};
constexpr PenPoint kZeroCrossing3[] = {{44, 10}, {24, 22}, {10, 46},      {12, 74},
                                       {34, 97}, {60, 94}, {84, 70},      {86, 38},
                                       {66, 8},  {42, 6},  {46, 34, kEnd}};
constexpr PenShape kZeroCrossing[] = {kZeroCrossing0, kZeroCrossing1, kZeroCrossing2,
                                      kZeroCrossing3};

constexpr PenPoint kZeroOpen0[] = {{74, 14}, {44, 2},  {16, 22}, {6, 56},       {16, 88},
                                   {46, 99}, {78, 86}, {93, 54}, {86, 24, kEnd}};
constexpr PenPoint kZeroOpen1[] = {{40, 2},  {14, 20}, {5, 56},  {18, 90},     {48, 99},
                                   {80, 82}, {92, 48}, {80, 18}, {52, 6, kEnd}};
constexpr PenPoint kZeroOpen2[] = {{60, 8},  {34, 14}, {16, 44}, {14, 76},      {34, 98},
                                   {60, 92}, {80, 66}, {80, 34}, {66, 14, kEnd}};
constexpr PenShape kZeroOpen[] = {kZeroOpen0, kZeroOpen1, kZeroOpen2};

constexpr DigitStyle kZero[] = {{1.0f, kZeroOval}, {0.5f, kZeroCrossing}, {0.3f, kZeroOpen}};

// ---- 1 ----

constexpr PenPoint kOneStick0[] = {{50, 0}, {50, 33}, {50, 66}, {50, 100, kEnd}};
constexpr PenPoint kOneStick1[] = {{53, 0}, {51, 33}, {49, 66}, {48, 100, kEnd}};
constexpr PenPoint kOneStick2[] = {{47, 0}, {51, 30}, {52, 66}, {50, 100, kEnd}};
constexpr PenShape kOneStick[] = {kOneStick0, kOneStick1, kOneStick2};

constexpr PenPoint kOneFlag0[] = {{28, 26}, {40, 14}, {54, 0, kTurn}, {53, 50}, {52, 100, kEnd}};
constexpr PenPoint kOneFlag1[] = {{20, 30}, {36, 18}, {52, 0, kTurn}, {51, 50}, {50, 100, kEnd}};
constexpr PenPoint kOneFlag2[] = {{38, 18}, {46, 10}, {54, 0, kTurn}, {52, 50}, {52, 100, kEnd}};
constexpr PenShape kOneFlag[] = {kOneFlag0, kOneFlag1, kOneFlag2};

constexpr PenPoint kOneFlagBase0[] = {{26, 24},       {40, 13}, {52, 0, kTurn}, {52, 50},
                                      {52, 98, kEnd}, {20, 98}, {50, 98},       {82, 97, kEnd}};
constexpr PenPoint kOneFlagBase1[] = {{34, 18},       {44, 10}, {53, 0, kTurn}, {52, 50},
                                      {50, 97, kEnd}, {30, 98}, {50, 97},       {72, 98, kEnd}};
constexpr PenPoint kOneFlagBase2[] = {{10, 30},       {30, 18}, {52, 0, kTurn}, {50, 50},
                                      {46, 96, kEnd}, {4, 98},  {46, 97},       {94, 96, kEnd}};
constexpr PenShape kOneFlagBase[] = {kOneFlagBase0, kOneFlagBase1, kOneFlagBase2};

constexpr DigitStyle kOne[] = {{1.0f, kOneStick}, {0.15f, kOneFlag}, {0.12f, kOneFlagBase}};

// ---- 2 ----

constexpr PenPoint kTwoPlain0[] = {{12, 20}, {28, 4},         {54, 1},  {74, 14},      {72, 36},
                                   {48, 62}, {10, 92, kTurn}, {50, 90}, {92, 84, kEnd}};
constexpr PenPoint kTwoPlain1[] = {{18, 14}, {36, 2},         {60, 4},  {76, 20},      {70, 44},
                                   {44, 70}, {12, 96, kTurn}, {48, 92}, {92, 90, kEnd}};
constexpr PenPoint kTwoPlain2[] = {{4, 18},  {26, 2},         {58, 0},  {80, 18},      {74, 44},
                                   {48, 72}, {10, 96, kTurn}, {46, 86}, {94, 74, kEnd}};
constexpr PenPoint kTwoPlain3[] = {{14, 26}, {22, 8},        {46, 0},  {72, 10},      {72, 36},
                                   {46, 68}, {6, 94, kTurn}, {44, 90}, {88, 92, kEnd}};
constexpr PenPoint kTwoPlain4[] = {{26, 18}, {38, 4},         {52, 0},  {66, 12},      {64, 40},
                                   {50, 70}, {30, 97, kTurn}, {52, 92}, {76, 84, kEnd}};
constexpr PenPoint kTwoPlain5[] = {{2, 28},  {26, 10},       {60, 6},  {84, 20},       {76, 46},
                                   {46, 72}, {6, 94, kTurn}, {60, 86}, {112, 72, kEnd}};
constexpr PenPoint kTwoPlain6[] = {{24, 34}, {22, 12},        {44, 0},  {70, 10},      {72, 38},
                                   {50, 70}, {20, 98, kTurn}, {50, 92}, {84, 82, kEnd}};
constexpr PenPoint kTwoPlain7[] = {{14, 8},  {36, 0},        {66, 4},  {82, 20},      {70, 48},
                                   {38, 74}, {0, 96, kTurn}, {44, 94}, {88, 98, kEnd}};
constexpr PenPoint kTwoPlain8[] = {{2, 14},  {30, 2},        {66, 4},  {82, 12},      {66, 40},
                                   {34, 72}, {0, 98, kTurn}, {50, 92}, {96, 94, kEnd}};
constexpr PenPoint kTwoPlain9[] = {{10, 8},  {38, 4},         {64, 6},  {74, 14},      {62, 38},
                                   {44, 68}, {26, 98, kTurn}, {50, 95}, {72, 96, kEnd}};
constexpr PenPoint kTwoPlain10[] = {{20, 22}, {40, 4},         {64, 2},  {78, 16},      {70, 40},
                                    {48, 64}, {24, 88, kTurn}, {56, 90}, {90, 94, kEnd}};
constexpr PenPoint kTwoPlain11[] = {{8, 14},  {34, 0},         {62, 6},  {72, 24},      {58, 50},
                                    {34, 74}, {14, 92, kTurn}, {46, 88}, {80, 86, kEnd}};
constexpr PenShape kTwoPlain[] = {kTwoPlain0, kTwoPlain1, kTwoPlain2,  kTwoPlain3,
                                  kTwoPlain4, kTwoPlain5, kTwoPlain6,  kTwoPlain7,
                                  kTwoPlain8, kTwoPlain9, kTwoPlain10, kTwoPlain11};

constexpr PenPoint kTwoLooped0[] = {{16, 16}, {34, 3},  {58, 2},  {74, 18},
                                    {66, 48}, {42, 76}, {18, 96}, {-4, 86},
                                    {8, 64},  {44, 76}, {70, 88}, {96, 78, kEnd}};
constexpr PenPoint kTwoLooped1[] = {{10, 12}, {32, 1},  {60, 4},  {76, 22},
                                    {66, 50}, {44, 78}, {20, 96}, {-2, 88},
                                    {12, 64}, {46, 76}, {72, 84}, {100, 68, kEnd}};
constexpr PenPoint kTwoLooped2[] = {{18, 22}, {32, 6},  {54, 0},  {72, 14},
                                    {66, 44}, {48, 74}, {22, 98}, {0, 90},
                                    {6, 68},  {42, 76}, {70, 82}, {100, 66, kEnd}};
constexpr PenPoint kTwoLooped3[] = {{22, 14}, {40, 3},  {62, 2},  {74, 18},
                                    {66, 46}, {50, 74}, {28, 96}, {6, 88},
                                    {12, 64}, {46, 74}, {72, 82}, {100, 70, kEnd}};
constexpr PenPoint kTwoLooped4[] = {{26, 22}, {36, 6},  {60, 0},  {80, 16},
                                    {74, 46}, {58, 76}, {34, 99}, {2, 94},
                                    {2, 64},  {36, 62}, {74, 78}, {110, 76, kEnd}};
constexpr PenPoint kTwoLooped5[] = {{24, 34}, {24, 12}, {46, 0},  {70, 8},
                                    {74, 36}, {60, 70}, {34, 98}, {6, 96},
                                    {2, 74},  {36, 70}, {70, 80}, {96, 70, kEnd}};
constexpr PenPoint kTwoLooped6[] = {{6, 14},  {30, 0},  {58, 6},  {70, 24},
                                    {60, 50}, {38, 78}, {15, 95}, {0, 84},
                                    {14, 68}, {46, 82}, {70, 90}, {94, 84, kEnd}};
constexpr PenPoint kTwoLooped7[] = {{30, 18}, {40, 4},  {54, 0},  {66, 14},
                                    {62, 40}, {50, 70}, {36, 94}, {26, 90},
                                    {30, 78}, {46, 84}, {58, 92}, {74, 96, kEnd}};
constexpr PenPoint kTwoLooped8[] = {{30, 36}, {40, 10}, {64, 2},  {80, 14},
                                    {72, 48}, {52, 78}, {22, 97}, {-2, 88},
                                    {12, 68}, {40, 76}, {68, 88}, {92, 84, kEnd}};
constexpr PenShape kTwoLooped[] = {kTwoLooped0, kTwoLooped1, kTwoLooped2, kTwoLooped3, kTwoLooped4,
                                   kTwoLooped5, kTwoLooped6, kTwoLooped7, kTwoLooped8};

constexpr PenPoint kTwoWavy0[] = {{18, 14}, {36, 2},         {62, 6},  {74, 26}, {60, 54},
                                  {36, 78}, {10, 94, kTurn}, {34, 80}, {60, 88}, {94, 84, kEnd}};
constexpr PenPoint kTwoWavy1[] = {{12, 22}, {26, 5},        {54, 0},  {76, 18}, {66, 48},
                                  {42, 74}, {8, 96, kTurn}, {34, 84}, {58, 92}, {90, 80, kEnd}};
constexpr PenPoint kTwoWavy2[] = {{20, 22}, {34, 5},         {56, 2},  {70, 18}, {62, 46},
                                  {48, 74}, {28, 94, kTurn}, {46, 82}, {62, 86}, {84, 76, kEnd}};
constexpr PenShape kTwoWavy[] = {kTwoWavy0, kTwoWavy1, kTwoWavy2};

constexpr DigitStyle kTwo[] = {{0.8f, kTwoPlain}, {1.2f, kTwoLooped}, {0.3f, kTwoWavy}};

// ---- 3 ----

constexpr PenPoint kThreePointed0[] = {{16, 12}, {40, 0},         {70, 8},       {70, 28},
                                       {50, 42}, {28, 48, kTurn}, {62, 50},      {80, 66},
                                       {72, 88}, {44, 100},       {14, 88, kEnd}};
constexpr PenPoint kThreePointed1[] = {{10, 16}, {34, 2},         {66, 4},       {74, 22},
                                       {58, 40}, {26, 47, kTurn}, {62, 48},      {84, 62},
                                       {78, 86}, {48, 99},        {12, 90, kEnd}};
constexpr PenPoint kThreePointed2[] = {{20, 8},  {46, 0},         {70, 10},      {66, 30},
                                       {48, 42}, {32, 47, kTurn}, {60, 52},      {74, 70},
                                       {66, 90}, {40, 100},       {20, 92, kEnd}};
constexpr PenPoint kThreePointed3[] = {{12, 8},  {40, 2},         {72, 8},       {68, 26},
                                       {48, 40}, {28, 46, kTurn}, {62, 46},      {86, 64},
                                       {78, 88}, {46, 100},       {12, 86, kEnd}};
constexpr PenPoint kThreePointed4[] = {{24, 16}, {44, 0},         {66, 8},       {68, 28},
                                       {56, 42}, {42, 49, kTurn}, {62, 52},      {72, 68},
                                       {64, 88}, {40, 100},       {22, 92, kEnd}};
constexpr PenPoint kThreePointed5[] = {{14, 14}, {46, 1},         {84, 2},      {80, 20},
                                       {60, 36}, {38, 45, kTurn}, {62, 47},     {72, 60},
                                       {62, 82}, {34, 98},        {6, 96, kEnd}};
constexpr PenPoint kThreePointed6[] = {{22, 10}, {52, 0},         {82, 6},      {76, 24},
                                       {56, 40}, {34, 46, kTurn}, {60, 50},     {72, 64},
                                       {60, 86}, {34, 98},        {8, 94, kEnd}};
constexpr PenPoint kThreePointed7[] = {{20, 6},  {42, 0},         {62, 8},       {60, 24},
                                       {46, 38}, {30, 42, kTurn}, {68, 42},      {90, 60},
                                       {84, 84}, {52, 98},        {20, 92, kEnd}};
constexpr PenPoint kThreePointed8[] = {{8, 12},  {40, 0},         {74, 10},      {74, 32},
                                       {54, 48}, {26, 54, kTurn}, {56, 56},      {74, 70},
                                       {66, 90}, {40, 100},       {14, 92, kEnd}};
constexpr PenPoint kThreePointed9[] = {{4, 20},  {30, 4},         {64, 2},      {70, 14},
                                       {54, 32}, {22, 48, kTurn}, {50, 46},     {68, 62},
                                       {60, 84}, {34, 98},        {4, 96, kEnd}};
constexpr PenPoint kThreePointed10[] = {{20, 14}, {42, 2},         {62, 6},       {60, 22},
                                        {48, 36}, {34, 44, kTurn}, {56, 46},      {70, 60},
                                        {66, 84}, {44, 99},        {20, 92, kEnd}};
constexpr PenPoint kThreePointed11[] = {{14, 10}, {40, 2},         {64, 4},       {66, 18},
                                        {52, 34}, {30, 46, kTurn}, {54, 44},      {76, 58},
                                        {72, 82}, {44, 99},        {10, 94, kEnd}};
constexpr PenPoint kThreePointed12[] = {{26, 10}, {48, 0},         {72, 4},      {70, 20},
                                        {54, 36}, {36, 44, kTurn}, {54, 48},     {66, 62},
                                        {56, 84}, {28, 98},        {4, 90, kEnd}};
constexpr PenShape kThreePointed[] = {
    kThreePointed0,  kThreePointed1,  kThreePointed2, kThreePointed3, kThreePointed4,
    kThreePointed5,  kThreePointed6,  kThreePointed7, kThreePointed8, kThreePointed9,
    kThreePointed10, kThreePointed11, kThreePointed12};

constexpr PenPoint kThreeLooped0[] = {{12, 14}, {40, 0},  {72, 8},   {72, 28},
                                      {54, 44}, {38, 50}, {34, 44},  {52, 45},
                                      {78, 60}, {76, 86}, {44, 100}, {8, 90, kEnd}};
constexpr PenPoint kThreeLooped1[] = {{8, 12},  {38, 2},  {68, 8},  {70, 28},
                                      {50, 42}, {34, 44}, {36, 38}, {56, 42},
                                      {84, 62}, {78, 88}, {42, 98}, {4, 92, kEnd}};
constexpr PenPoint kThreeLooped2[] = {{18, 14}, {48, 0},  {76, 6},   {72, 26},
                                      {56, 42}, {42, 50}, {42, 44},  {56, 46},
                                      {70, 60}, {64, 84}, {38, 100}, {6, 96, kEnd}};
constexpr PenShape kThreeLooped[] = {kThreeLooped0, kThreeLooped1, kThreeLooped2};

constexpr PenPoint kThreeFlat0[] = {{12, 6},  {44, 3},  {84, 2, kTurn}, {64, 20},  {42, 38, kTurn},
                                    {68, 42}, {86, 62}, {78, 88},       {46, 100}, {8, 92, kEnd}};
constexpr PenPoint kThreeFlat1[] = {{8, 10},  {42, 4},  {78, 3, kTurn}, {60, 22}, {44, 40, kTurn},
                                    {66, 44}, {80, 64}, {74, 86},       {44, 99}, {12, 94, kEnd}};
constexpr PenPoint kThreeFlat2[] = {{16, 14}, {48, 6},  {88, 0, kTurn}, {68, 20}, {48, 40, kTurn},
                                    {66, 44}, {74, 62}, {66, 84},       {36, 98}, {2, 96, kEnd}};
constexpr PenShape kThreeFlat[] = {kThreeFlat0, kThreeFlat1, kThreeFlat2};

constexpr DigitStyle kThree[] = {{1.0f, kThreePointed}, {0.45f, kThreeLooped}, {0.25f, kThreeFlat}};

// ---- 4 ----

constexpr PenPoint kFourOpen0[] = {{16, 10}, {12, 30},       {10, 50, kTurn},
                                   {40, 54}, {80, 50, kEnd}, {74, 0},
                                   {70, 34}, {66, 68},       {62, 100, kEnd}};
constexpr PenPoint kFourOpen1[] = {{24, 14}, {14, 34},       {4, 54, kTurn},
                                   {44, 56}, {94, 50, kEnd}, {78, 0},
                                   {72, 34}, {68, 68},       {66, 100, kEnd}};
constexpr PenPoint kFourOpen2[] = {{8, 18},  {4, 36},        {8, 54, kTurn},
                                   {40, 56}, {74, 52, kEnd}, {78, 2},
                                   {74, 36}, {70, 70},       {68, 100, kEnd}};
constexpr PenPoint kFourOpen3[] = {{28, 4},  {18, 28},       {6, 48, kTurn},
                                   {44, 48}, {88, 42, kEnd}, {74, 8},
                                   {66, 38}, {60, 70},       {54, 100, kEnd}};
constexpr PenPoint kFourOpen4[] = {{4, 30},  {-2, 46},       {2, 60, kTurn},
                                   {44, 60}, {88, 52, kEnd}, {68, 0},
                                   {66, 34}, {62, 68},       {58, 100, kEnd}};
constexpr PenPoint kFourOpen5[] = {{30, 6},  {22, 30},       {12, 56, kTurn},
                                   {40, 60}, {74, 54, kEnd}, {66, 16},
                                   {60, 44}, {54, 72},       {50, 100, kEnd}};
constexpr PenPoint kFourOpen6[] = {{14, 0},  {8, 26},        {8, 48, kTurn},
                                   {40, 50}, {78, 48, kEnd}, {70, 14},
                                   {68, 42}, {66, 70},       {64, 100, kEnd}};
constexpr PenShape kFourOpen[] = {kFourOpen0, kFourOpen1, kFourOpen2, kFourOpen3,
                                  kFourOpen4, kFourOpen5, kFourOpen6};

constexpr PenPoint kFourOnePen0[] = {{16, 4},        {14, 28},        {16, 48, kTurn},
                                     {40, 52},       {70, 46, kTurn}, {76, 20},
                                     {78, 4, kTurn}, {72, 50},        {66, 100, kEnd}};
constexpr PenPoint kFourOnePen1[] = {{14, 10},       {6, 30},         {10, 50, kTurn},
                                     {36, 54},       {72, 44, kTurn}, {78, 24},
                                     {84, 8, kTurn}, {74, 52},        {64, 100, kEnd}};
constexpr PenPoint kFourOnePen2[] = {{24, 2},        {14, 26},        {8, 46, kTurn},
                                     {36, 48},       {70, 40, kTurn}, {74, 22},
                                     {76, 8, kTurn}, {70, 54},        {68, 100, kEnd}};
constexpr PenShape kFourOnePen[] = {kFourOnePen0, kFourOnePen1, kFourOnePen2};

constexpr PenPoint kFourClosed0[] = {{64, 0},  {40, 28},       {8, 64, kTurn},
                                     {50, 64}, {94, 62, kEnd}, {64, 0},
                                     {65, 30}, {65, 64},       {65, 100, kEnd}};
constexpr PenPoint kFourClosed1[] = {{70, 0},  {44, 26},       {10, 56, kTurn},
                                     {50, 58}, {88, 56, kEnd}, {70, 0},
                                     {68, 32}, {66, 66},       {64, 100, kEnd}};
constexpr PenPoint kFourClosed2[] = {{60, 2},  {38, 24},       {12, 50, kTurn},
                                     {44, 52}, {84, 52, kEnd}, {62, 6},
                                     {62, 34}, {60, 66},       {58, 100, kEnd}};
constexpr PenShape kFourClosed[] = {kFourClosed0, kFourClosed1, kFourClosed2};

constexpr PenPoint kFourPeaked0[] = {{66, 6},         {36, 22},        {12, 46, kTurn},
                                     {34, 54},        {64, 46, kTurn}, {68, 24},
                                     {70, 10, kTurn}, {68, 54},        {64, 100, kEnd}};
constexpr PenPoint kFourPeaked1[] = {{72, 4},        {40, 18},        {14, 40, kTurn},
                                     {36, 50},       {68, 40, kTurn}, {72, 22},
                                     {74, 6, kTurn}, {68, 52},        {60, 100, kEnd}};
constexpr PenShape kFourPeaked[] = {kFourPeaked0, kFourPeaked1};

constexpr DigitStyle kFour[] = {
    {1.0f, kFourOpen}, {0.08f, kFourOnePen}, {0.12f, kFourClosed}, {0.02f, kFourPeaked}};

// ---- 5 ----

constexpr PenPoint kFiveTwoStrokes0[] = {{32, 6},        {24, 30}, {16, 50, kTurn}, {44, 46},
                                         {74, 58},       {78, 80}, {54, 97},        {30, 99},
                                         {14, 88, kEnd}, {32, 6},  {60, 3},         {94, 0, kEnd}};
constexpr PenPoint kFiveTwoStrokes1[] = {{38, 8},        {29, 28}, {19, 50, kTurn}, {46, 48},
                                         {72, 62},       {72, 82}, {48, 97},        {26, 98},
                                         {12, 86, kEnd}, {38, 8},  {66, 5},         {102, 0, kEnd}};
constexpr PenPoint kFiveTwoStrokes2[] = {{26, 4},        {20, 28}, {16, 54, kTurn}, {48, 48},
                                         {78, 60},       {82, 82}, {58, 98},        {32, 100},
                                         {16, 92, kEnd}, {26, 4},  {58, 3},         {88, 2, kEnd}};
constexpr PenPoint kFiveTwoStrokes3[] = {{42, 10},       {30, 30}, {17, 52, kTurn}, {42, 50},
                                         {64, 64},       {64, 84}, {44, 97},        {24, 98},
                                         {10, 90, kEnd}, {42, 10}, {72, 5},         {104, 0, kEnd}};
constexpr PenPoint kFiveTwoStrokes4[] = {{44, 22},      {34, 36}, {23, 52, kTurn}, {44, 50},
                                         {60, 64},      {56, 82}, {38, 95},        {18, 98},
                                         {6, 90, kEnd}, {44, 20}, {78, 10},        {118, 2, kEnd}};
constexpr PenPoint kFiveTwoStrokes5[] = {{40, 12},       {34, 28}, {28, 46, kTurn}, {50, 42},
                                         {70, 56},       {70, 80}, {52, 96},        {36, 98},
                                         {24, 88, kEnd}, {46, 10}, {62, 6},         {82, 4, kEnd}};
constexpr PenPoint kFiveTwoStrokes6[] = {{22, 8},        {18, 32}, {15, 54, kTurn}, {48, 44},
                                         {84, 56},       {92, 80}, {66, 98},        {34, 98},
                                         {14, 86, kEnd}, {22, 8},  {50, 4},         {80, 0, kEnd}};
constexpr PenPoint kFiveTwoStrokes7[] = {{34, 4},        {28, 32}, {20, 58, kTurn}, {42, 54},
                                         {62, 68},       {62, 86}, {46, 99},        {26, 100},
                                         {12, 92, kEnd}, {34, 4},  {62, 4},         {94, 4, kEnd}};
constexpr PenPoint kFiveTwoStrokes8[] = {{36, 6},        {32, 24}, {28, 40, kTurn}, {52, 38},
                                         {72, 54},       {70, 78}, {50, 97},        {28, 98},
                                         {14, 86, kEnd}, {36, 6},  {62, 4},         {90, 6, kEnd}};
constexpr PenShape kFiveTwoStrokes[] = {kFiveTwoStrokes0, kFiveTwoStrokes1, kFiveTwoStrokes2,
                                        kFiveTwoStrokes3, kFiveTwoStrokes4, kFiveTwoStrokes5,
                                        kFiveTwoStrokes6, kFiveTwoStrokes7, kFiveTwoStrokes8};

constexpr PenPoint kFiveOneStroke0[] = {{90, 2},         {64, 3},  {34, 8, kTurn}, {26, 28},
                                        {18, 50, kTurn}, {46, 47}, {74, 60},       {76, 80},
                                        {54, 98},        {28, 99}, {10, 88, kEnd}};
constexpr PenPoint kFiveOneStroke1[] = {{98, 4},         {72, 2},  {44, 4, kTurn}, {34, 24},
                                        {20, 48, kTurn}, {46, 47}, {70, 62},       {68, 82},
                                        {46, 98},        {24, 98}, {12, 90, kEnd}};
constexpr PenPoint kFiveOneStroke2[] = {{84, 4},         {58, 5},   {36, 6, kTurn}, {29, 28},
                                        {23, 52, kTurn}, {50, 48},  {74, 60},       {74, 82},
                                        {54, 97},        {30, 100}, {14, 92, kEnd}};
constexpr PenPoint kFiveOneStroke3[] = {{110, 2},        {82, 8},  {50, 18, kTurn}, {40, 34},
                                        {28, 51, kTurn}, {46, 50}, {62, 66},        {56, 84},
                                        {38, 97},        {18, 98}, {6, 90, kEnd}};
constexpr PenPoint kFiveOneStroke4[] = {{76, 4},         {60, 4},  {42, 8, kTurn}, {34, 28},
                                        {27, 50, kTurn}, {50, 45}, {70, 60},       {68, 82},
                                        {50, 98},        {34, 98}, {20, 86, kEnd}};
constexpr PenShape kFiveOneStroke[] = {kFiveOneStroke0, kFiveOneStroke1, kFiveOneStroke2,
                                       kFiveOneStroke3, kFiveOneStroke4};

constexpr PenPoint kFiveCurved0[] = {{94, 0},  {68, 0},  {44, 8},  {30, 26}, {32, 44},     {52, 56},
                                     {64, 74}, {56, 92}, {34, 99}, {16, 96}, {6, 86, kEnd}};
constexpr PenPoint kFiveCurved1[] = {{100, 4}, {76, 1},  {50, 6},  {36, 22}, {38, 42},     {54, 56},
                                     {62, 72}, {52, 90}, {30, 98}, {14, 96}, {4, 88, kEnd}};
constexpr PenPoint kFiveCurved2[] = {{88, 0},   {60, 2},  {36, 12},     {24, 32},
                                     {36, 46},  {60, 58}, {68, 76},     {56, 94},
                                     {32, 100}, {14, 94}, {8, 82, kEnd}};
constexpr PenPoint kFiveCurved3[] = {{82, 6},  {66, 0},  {46, 6},       {36, 26},
                                     {42, 44}, {56, 58}, {60, 76},      {50, 92},
                                     {38, 99}, {26, 92}, {24, 82, kEnd}};
constexpr PenShape kFiveCurved[] = {kFiveCurved0, kFiveCurved1, kFiveCurved2, kFiveCurved3};

constexpr DigitStyle kFive[] = {
    {1.0f, kFiveTwoStrokes}, {0.65f, kFiveOneStroke}, {0.45f, kFiveCurved}};

// ---- 6 ----

constexpr PenPoint kSixPlain0[] = {{72, 0},  {46, 16}, {22, 42}, {12, 70}, {24, 96},
                                   {56, 98}, {80, 80}, {70, 60}, {44, 58}, {16, 80, kEnd}};
constexpr PenPoint kSixPlain1[] = {{66, 2},  {40, 20}, {20, 48}, {14, 76}, {30, 98},
                                   {58, 97}, {74, 80}, {64, 62}, {42, 64}, {16, 86, kEnd}};
constexpr PenPoint kSixPlain2[] = {{80, 2},  {48, 14}, {20, 40}, {8, 68},  {22, 95},
                                   {54, 99}, {84, 82}, {76, 58}, {46, 54}, {14, 74, kEnd}};
constexpr PenPoint kSixPlain3[] = {{54, 0},  {32, 24}, {18, 52}, {14, 80}, {34, 99},
                                   {60, 95}, {78, 76}, {66, 64}, {42, 68}, {18, 86, kEnd}};
constexpr PenPoint kSixPlain4[] = {{46, 0},  {24, 26},  {8, 54},  {8, 82},  {34, 99},
                                   {72, 97}, {102, 82}, {94, 64}, {60, 60}, {22, 78, kEnd}};
constexpr PenPoint kSixPlain5[] = {{56, 0},  {42, 24}, {32, 52}, {30, 80}, {38, 98},
                                   {56, 96}, {68, 80}, {62, 64}, {48, 66}, {32, 86, kEnd}};
constexpr PenPoint kSixPlain6[] = {{62, 0},  {34, 16}, {14, 42}, {6, 72},  {20, 97},
                                   {54, 98}, {82, 78}, {72, 54}, {44, 50}, {12, 70, kEnd}};
constexpr PenPoint kSixPlain7[] = {{70, 0},  {50, 22}, {30, 46}, {18, 72}, {28, 95},
                                   {48, 98}, {64, 84}, {60, 70}, {44, 66}, {22, 80, kEnd}};
constexpr PenPoint kSixPlain8[] = {{44, 0},  {34, 26}, {26, 52}, {22, 78}, {30, 97},
                                   {50, 97}, {66, 80}, {58, 64}, {42, 66}, {26, 84, kEnd}};
constexpr PenShape kSixPlain[] = {kSixPlain0, kSixPlain1, kSixPlain2, kSixPlain3, kSixPlain4,
                                  kSixPlain5, kSixPlain6, kSixPlain7, kSixPlain8};

constexpr PenPoint kSixCrossing0[] = {{72, 2},  {44, 20}, {22, 48}, {16, 78}, {34, 98},
                                      {62, 94}, {76, 76}, {64, 62}, {40, 66}, {12, 86, kEnd}};
constexpr PenPoint kSixCrossing1[] = {{66, 0},  {36, 20}, {14, 48}, {8, 80},  {28, 99},
                                      {56, 96}, {70, 80}, {60, 64}, {38, 68}, {14, 90, kEnd}};
constexpr PenPoint kSixCrossing2[] = {{60, 0},  {38, 26}, {22, 54}, {22, 84}, {40, 99},
                                      {64, 92}, {72, 74}, {58, 58}, {38, 70}, {18, 92, kEnd}};
constexpr PenPoint kSixCrossing3[] = {{40, 0},  {18, 28}, {6, 56},  {12, 86}, {44, 99},
                                      {84, 92}, {96, 74}, {74, 58}, {44, 68}, {22, 92, kEnd}};
constexpr PenPoint kSixCrossing4[] = {{14, 0},  {4, 26},  {2, 56},  {14, 88}, {46, 99},
                                      {84, 92}, {94, 70}, {74, 54}, {52, 64}, {44, 90, kEnd}};
constexpr PenPoint kSixCrossing5[] = {{26, 0},  {10, 26}, {4, 56},  {12, 88}, {40, 99},
                                      {70, 92}, {80, 72}, {62, 58}, {44, 70}, {40, 94, kEnd}};
constexpr PenShape kSixCrossing[] = {kSixCrossing0, kSixCrossing1, kSixCrossing2,
                                     kSixCrossing3, kSixCrossing4, kSixCrossing5};

constexpr PenPoint kSixSpiral0[] = {{76, 12}, {56, 0},  {30, 16}, {10, 50}, {12, 82},      {38, 99},
                                    {68, 88}, {74, 64}, {56, 54}, {34, 62}, {30, 76, kEnd}};
constexpr PenPoint kSixSpiral1[] = {{64, 6},  {46, 2},  {24, 24}, {12, 56}, {18, 86},      {42, 99},
                                    {66, 86}, {68, 66}, {52, 56}, {36, 64}, {34, 78, kEnd}};
constexpr PenShape kSixSpiral[] = {kSixSpiral0, kSixSpiral1};

constexpr DigitStyle kSix[] = {{1.0f, kSixPlain}, {0.6f, kSixCrossing}, {0.2f, kSixSpiral}};

// ---- 7 ----

constexpr PenPoint kSevenPlain0[] = {{8, 10},  {40, 8},  {82, 4, kTurn},
                                     {66, 34}, {50, 66}, {40, 100, kEnd}};
constexpr PenPoint kSevenPlain1[] = {{6, 14},  {38, 8},  {78, 8, kTurn},
                                     {68, 34}, {60, 66}, {54, 100, kEnd}};
constexpr PenPoint kSevenPlain2[] = {{12, 6},  {44, 4},  {86, 2, kTurn},
                                     {60, 36}, {42, 68}, {30, 100, kEnd}};
constexpr PenPoint kSevenPlain3[] = {{4, 20},  {34, 6},  {74, 6, kTurn},
                                     {70, 34}, {62, 66}, {56, 100, kEnd}};
constexpr PenPoint kSevenPlain4[] = {{16, 10}, {34, 8},  {60, 6, kTurn},
                                     {60, 36}, {58, 68}, {54, 100, kEnd}};
constexpr PenShape kSevenPlain[] = {kSevenPlain0, kSevenPlain1, kSevenPlain2, kSevenPlain3,
                                    kSevenPlain4};

constexpr PenPoint kSevenSerif0[] = {{6, 26},        {8, 16},  {12, 8, kTurn}, {44, 8},
                                     {82, 6, kTurn}, {66, 34}, {52, 66},       {42, 100, kEnd}};
constexpr PenPoint kSevenSerif1[] = {{4, 32},        {8, 18},  {12, 6, kTurn}, {40, 10},
                                     {74, 4, kTurn}, {66, 34}, {60, 66},       {56, 100, kEnd}};
constexpr PenPoint kSevenSerif2[] = {{12, 22},       {13, 14}, {14, 8, kTurn}, {48, 6},
                                     {88, 4, kTurn}, {70, 36}, {56, 66},       {46, 100, kEnd}};
constexpr PenShape kSevenSerif[] = {kSevenSerif0, kSevenSerif1, kSevenSerif2};

constexpr PenPoint kSevenCurved0[] = {{4, 14},  {24, 4},  {52, 6},  {74, 8},
                                      {74, 26}, {60, 54}, {48, 78}, {42, 100, kEnd}};
constexpr PenPoint kSevenCurved1[] = {{8, 20},  {24, 6},  {48, 4},  {72, 4},
                                      {76, 22}, {66, 50}, {58, 76}, {54, 100, kEnd}};
constexpr PenPoint kSevenCurved2[] = {{2, 22},  {18, 8},  {46, 10}, {74, 10},
                                      {78, 28}, {64, 54}, {46, 80}, {36, 100, kEnd}};
constexpr PenPoint kSevenCurved3[] = {{10, 40}, {14, 18}, {40, 4},  {70, 6},
                                      {76, 30}, {68, 56}, {62, 78}, {58, 100, kEnd}};
constexpr PenShape kSevenCurved[] = {kSevenCurved0, kSevenCurved1, kSevenCurved2, kSevenCurved3};

constexpr PenPoint kSevenBar0[] = {{8, 8},   {42, 7},  {82, 4, kTurn},
                                   {66, 34}, {50, 66}, {40, 100, kEnd},
                                   {26, 50}, {50, 48}, {78, 46, kEnd}};
constexpr PenPoint kSevenBar1[] = {{6, 16},  {38, 8},  {76, 6, kTurn},
                                   {66, 36}, {56, 68}, {50, 100, kEnd},
                                   {30, 54}, {54, 50}, {80, 50, kEnd}};
constexpr PenPoint kSevenBar2[] = {{10, 6},  {44, 4},  {86, 4, kTurn},
                                   {64, 36}, {46, 68}, {36, 100, kEnd},
                                   {22, 46}, {48, 46}, {74, 42, kEnd}};
constexpr PenPoint kSevenBar3[] = {{10, 14}, {40, 8},  {76, 4, kTurn},
                                   {62, 32}, {44, 64}, {30, 100, kEnd},
                                   {14, 54}, {48, 50}, {84, 44, kEnd}};
constexpr PenPoint kSevenBar4[] = {{6, 10},  {36, 8},  {70, 8, kTurn},
                                   {62, 36}, {52, 68}, {46, 100, kEnd},
                                   {22, 62}, {52, 58}, {82, 56, kEnd}};
constexpr PenShape kSevenBar[] = {kSevenBar0, kSevenBar1, kSevenBar2, kSevenBar3, kSevenBar4};

constexpr DigitStyle kSeven[] = {
    {1.0f, kSevenPlain}, {0.55f, kSevenSerif}, {0.55f, kSevenCurved}, {0.45f, kSevenBar}};

// ---- 8 ----

constexpr PenPoint kEightFromRight0[] = {{80, 14}, {56, 0},  {30, 10},      {28, 28}, {48, 46},
                                         {66, 62}, {70, 84}, {48, 100},     {22, 88}, {24, 66},
                                         {50, 46}, {76, 28}, {82, 12, kEnd}};
constexpr PenPoint kEightFromRight1[] = {{86, 10}, {58, 0},  {28, 12},      {28, 30}, {48, 46},
                                         {62, 62}, {62, 84}, {44, 99},      {20, 90}, {24, 68},
                                         {50, 46}, {78, 30}, {88, 10, kEnd}};
constexpr PenPoint kEightFromRight2[] = {{76, 10}, {52, 0},  {24, 12},      {22, 32}, {46, 48},
                                         {72, 66}, {74, 88}, {48, 100},     {20, 90}, {20, 68},
                                         {50, 48}, {74, 32}, {76, 12, kEnd}};
constexpr PenPoint kEightFromRight3[] = {{88, 18}, {64, 2},  {34, 8},       {26, 28}, {46, 44},
                                         {60, 60}, {60, 82}, {38, 99},      {14, 88}, {20, 68},
                                         {48, 48}, {80, 32}, {92, 16, kEnd}};
constexpr PenPoint kEightFromRight4[] = {{68, 8},  {54, 0},  {38, 8},       {36, 26}, {48, 42},
                                         {58, 60}, {56, 84}, {46, 99},      {32, 88}, {36, 66},
                                         {50, 44}, {66, 24}, {70, 10, kEnd}};
constexpr PenPoint kEightFromRight5[] = {{92, 8},  {62, 0},  {32, 12},      {30, 34}, {46, 50},
                                         {58, 64}, {56, 86}, {40, 99},      {24, 90}, {30, 72},
                                         {52, 50}, {86, 32}, {98, 12, kEnd}};
constexpr PenPoint kEightFromRight6[] = {{82, 12}, {54, 0},  {20, 10},      {16, 34}, {44, 56},
                                         {64, 70}, {62, 90}, {42, 100},     {24, 92}, {28, 74},
                                         {48, 56}, {82, 34}, {86, 14, kEnd}};
constexpr PenShape kEightFromRight[] = {kEightFromRight0, kEightFromRight1, kEightFromRight2,
                                        kEightFromRight3, kEightFromRight4, kEightFromRight5,
                                        kEightFromRight6};

constexpr PenPoint kEightFromMiddle0[] = {{52, 46}, {28, 32}, {26, 12},      {50, 0},  {74, 10},
                                          {74, 30}, {50, 48}, {26, 66},      {22, 88}, {48, 100},
                                          {76, 88}, {76, 64}, {50, 46, kEnd}};
constexpr PenPoint kEightFromMiddle1[] = {{54, 46}, {32, 34}, {32, 12},      {54, 0},  {76, 12},
                                          {72, 32}, {48, 50}, {22, 68},      {16, 90}, {42, 100},
                                          {70, 88}, {70, 64}, {52, 44, kEnd}};
constexpr PenPoint kEightFromMiddle2[] = {{48, 46}, {24, 34}, {20, 14},      {44, 0},  {68, 8},
                                          {72, 28}, {52, 48}, {32, 66},      {26, 88}, {48, 100},
                                          {74, 90}, {76, 68}, {50, 48, kEnd}};
constexpr PenPoint kEightFromMiddle3[] = {{50, 42}, {38, 30}, {38, 12},      {52, 0},  {66, 10},
                                          {64, 28}, {50, 44}, {38, 64},      {36, 86}, {48, 99},
                                          {60, 86}, {60, 64}, {48, 42, kEnd}};
constexpr PenShape kEightFromMiddle[] = {kEightFromMiddle0, kEightFromMiddle1, kEightFromMiddle2,
                                         kEightFromMiddle3};

constexpr PenPoint kEightOpenTop0[] = {{82, 8},  {58, 2},  {34, 10},     {30, 28}, {50, 44},
                                       {68, 60}, {70, 84}, {48, 99},     {24, 88}, {28, 66},
                                       {48, 48}, {66, 30}, {88, 6, kEnd}};
constexpr PenPoint kEightOpenTop1[] = {{90, 12}, {66, 0},  {38, 10},     {32, 30}, {48, 46},
                                       {60, 62}, {58, 84}, {38, 98},     {18, 86}, {24, 66},
                                       {48, 48}, {72, 26}, {98, 4, kEnd}};
constexpr PenPoint kEightOpenTop2[] = {{70, 10}, {54, 2},  {40, 12},     {40, 30}, {50, 46},
                                       {58, 64}, {56, 86}, {44, 98},     {34, 86}, {38, 66},
                                       {50, 46}, {62, 26}, {76, 4, kEnd}};
constexpr PenPoint kEightOpenTop3[] = {{84, 16}, {56, 0},  {24, 8},       {24, 30}, {46, 46},
                                       {68, 62}, {70, 86}, {46, 100},     {22, 90}, {28, 70},
                                       {50, 50}, {70, 34}, {82, 22, kEnd}};
constexpr PenPoint kEightOpenTop4[] = {{96, 4},  {70, 2},  {36, 14},      {30, 34}, {50, 48},
                                       {66, 62}, {62, 86}, {38, 99},      {16, 88}, {26, 68},
                                       {50, 50}, {74, 30}, {88, 14, kEnd}};
constexpr PenShape kEightOpenTop[] = {kEightOpenTop0, kEightOpenTop1, kEightOpenTop2,
                                      kEightOpenTop3, kEightOpenTop4};

constexpr DigitStyle kEight[] = {
    {1.0f, kEightFromRight}, {0.6f, kEightFromMiddle}, {0.6f, kEightOpenTop}};

// ---- 9 ----

constexpr PenPoint kNineStraight0[] = {{76, 22}, {58, 4},        {30, 8},         {12, 30},
                                       {24, 52}, {50, 48},       {76, 22, kTurn}, {72, 46},
                                       {68, 72}, {62, 100, kEnd}};
constexpr PenPoint kNineStraight1[] = {{72, 16}, {52, 2},        {24, 12},        {12, 36},
                                       {26, 54}, {50, 44},       {74, 16, kTurn}, {70, 46},
                                       {66, 74}, {60, 100, kEnd}};
constexpr PenPoint kNineStraight2[] = {{80, 24}, {60, 6},        {32, 10},        {10, 32},
                                       {20, 50}, {50, 46},       {78, 22, kTurn}, {76, 46},
                                       {74, 72}, {72, 100, kEnd}};
constexpr PenPoint kNineStraight3[] = {{68, 18}, {52, 6},        {32, 12},        {20, 30},
                                       {30, 44}, {50, 40},       {70, 16, kTurn}, {64, 46},
                                       {56, 74}, {48, 100, kEnd}};
constexpr PenPoint kNineStraight4[] = {{72, 8},  {52, 0},        {28, 12},        {18, 32},
                                       {32, 44}, {52, 34},       {72, 10, kTurn}, {66, 40},
                                       {58, 72}, {50, 100, kEnd}};
constexpr PenPoint kNineStraight5[] = {{66, 22}, {54, 4},        {34, 8},         {22, 32},
                                       {32, 54}, {52, 50},       {66, 22, kTurn}, {64, 48},
                                       {60, 74}, {56, 100, kEnd}};
constexpr PenPoint kNineStraight6[] = {{84, 14}, {56, 2},        {22, 16},        {4, 38},
                                       {20, 54}, {54, 40},       {82, 14, kTurn}, {68, 42},
                                       {52, 72}, {34, 100, kEnd}};
constexpr PenPoint kNineStraight7[] = {{80, 6},  {54, 2},        {26, 14},       {12, 34},
                                       {26, 48}, {54, 36},       {78, 8, kTurn}, {74, 38},
                                       {72, 70}, {68, 100, kEnd}};
constexpr PenPoint kNineStraight8[] = {{70, 10}, {54, 0},        {34, 8},         {26, 24},
                                       {36, 38}, {54, 30},       {70, 12, kTurn}, {66, 40},
                                       {60, 70}, {52, 100, kEnd}};
constexpr PenPoint kNineStraight9[] = {{66, 12}, {50, 2},        {32, 10},        {26, 26},
                                       {36, 36}, {52, 28},       {66, 10, kTurn}, {68, 40},
                                       {68, 70}, {66, 100, kEnd}};
constexpr PenPoint kNineStraight10[] = {{76, 18}, {58, 8},        {34, 16},       {22, 36},
                                        {36, 48}, {58, 36},       {80, 4, kTurn}, {72, 38},
                                        {62, 70}, {50, 100, kEnd}};
constexpr PenPoint kNineStraight11[] = {{74, 14}, {56, 0},        {30, 6},         {14, 26},
                                        {28, 46}, {52, 42},       {74, 14, kTurn}, {72, 42},
                                        {70, 70}, {68, 100, kEnd}};
constexpr PenPoint kNineStraight12[] = {{70, 18}, {52, 4},        {28, 10},        {18, 28},
                                        {28, 44}, {52, 40},       {72, 16, kTurn}, {66, 42},
                                        {54, 70}, {40, 100, kEnd}};
constexpr PenShape kNineStraight[] = {
    kNineStraight0,  kNineStraight1,  kNineStraight2, kNineStraight3, kNineStraight4,
    kNineStraight5,  kNineStraight6,  kNineStraight7, kNineStraight8, kNineStraight9,
    kNineStraight10, kNineStraight11, kNineStraight12};

constexpr PenPoint kNineRounded0[] = {{76, 14}, {50, 0},  {20, 10}, {8, 36},  {24, 55},
                                      {52, 46}, {76, 16}, {76, 42}, {68, 72}, {58, 100, kEnd}};
constexpr PenPoint kNineRounded1[] = {{76, 18}, {56, 2},  {26, 8},  {12, 32}, {26, 48},
                                      {54, 40}, {76, 16}, {76, 44}, {66, 74}, {50, 100, kEnd}};
constexpr PenPoint kNineRounded2[] = {{72, 10}, {46, 0},  {18, 14}, {12, 38}, {28, 50},
                                      {52, 40}, {72, 12}, {76, 40}, {74, 72}, {68, 100, kEnd}};
constexpr PenPoint kNineRounded3[] = {{74, 20}, {58, 0},  {36, 8},  {26, 30}, {40, 42},
                                      {60, 32}, {74, 16}, {70, 42}, {58, 74}, {46, 100, kEnd}};
constexpr PenPoint kNineRounded4[] = {{70, 14}, {52, 0},  {32, 8},  {20, 32}, {32, 52},
                                      {54, 46}, {70, 18}, {70, 44}, {64, 74}, {60, 100, kEnd}};
constexpr PenPoint kNineRounded5[] = {{84, 16}, {52, 0},  {14, 10}, {0, 34},  {18, 50},
                                      {56, 42}, {84, 14}, {80, 44}, {74, 72}, {66, 100, kEnd}};
constexpr PenPoint kNineRounded6[] = {{70, 12}, {54, 0},  {34, 8},  {28, 24}, {40, 36},
                                      {58, 26}, {70, 14}, {68, 42}, {60, 72}, {52, 100, kEnd}};
constexpr PenPoint kNineRounded7[] = {{64, 10}, {50, 1},  {36, 10}, {30, 26}, {38, 40},
                                      {52, 34}, {64, 14}, {64, 42}, {62, 72}, {60, 100, kEnd}};
constexpr PenShape kNineRounded[] = {kNineRounded0, kNineRounded1, kNineRounded2, kNineRounded3,
                                     kNineRounded4, kNineRounded5, kNineRounded6, kNineRounded7};

constexpr PenPoint kNineHooked0[] = {{78, 20}, {56, 2},  {28, 8},       {12, 34},
                                     {26, 54}, {54, 48}, {78, 20},      {80, 50},
                                     {72, 82}, {52, 99}, {28, 94, kEnd}};
constexpr PenPoint kNineHooked1[] = {{74, 18}, {52, 2},  {26, 12},      {14, 36},
                                     {30, 52}, {54, 42}, {76, 16},      {78, 46},
                                     {70, 80}, {50, 98}, {32, 96, kEnd}};
constexpr PenPoint kNineHooked2[] = {{80, 14}, {56, 0},  {28, 10},      {12, 34},
                                     {28, 48}, {56, 40}, {80, 12},      {80, 48},
                                     {66, 80}, {44, 98}, {24, 94, kEnd}};
constexpr PenPoint kNineHooked3[] = {{66, 14}, {54, 2},  {38, 8},       {30, 26},
                                     {38, 42}, {54, 38}, {66, 16},      {66, 46},
                                     {60, 80}, {46, 98}, {30, 94, kEnd}};
constexpr PenShape kNineHooked[] = {kNineHooked0, kNineHooked1, kNineHooked2, kNineHooked3};

constexpr DigitStyle kNine[] = {{1.2f, kNineStraight}, {0.8f, kNineRounded}, {0.25f, kNineHooked}};

constexpr std::span<const DigitStyle> kDigits[] = {kZero, kOne, kTwo,   kThree, kFour,
                                                   kFive, kSix, kSeven, kEight, kNine};

}  // namespace

std::span<const DigitStyle> digit_styles(int digit) {
  PIPETTE_CHECK(digit >= 0 && digit <= 9, "digit " + std::to_string(digit));
  return kDigits[digit];
}

}  // namespace pipette
