// The page's main program: creates the platform and the app, and returns control to the browser.
#include <emscripten.h>

#include <exception>

#include "page/app.h"
#include "platform/web_platform.h"

int main() {
  using namespace pipette::app;
  try {
    // Both live as long as the tab.
    static WebPlatform platform;
    static App app(platform.host(), remembered("address"), remembered("embed"));
    platform.run(app);
  } catch (const std::exception& error) {
    EM_ASM({ Module['failed'](UTF8ToString($0)); }, error.what());
    return 1;
  }
  return 0;
}
