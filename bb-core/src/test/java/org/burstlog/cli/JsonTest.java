package org.burstlog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JsonTest {
  @Test
  void commasAndBracketsAreItsBusiness() {
    Json json = new Json().object().field("a", 1).name("b").array().value(true).value(null);
    json.object().end().end().field("c", List.of(1, 2), Json::value).end();
    assertThat(json).hasToString("{\"a\":1,\"b\":[true,null,{}],\"c\":[1,2]}");
  }

  @Test
  void whatJsonCannotHoldIsEscaped() {
    assertThat(new Json().value("a\"b\\c\nd\te\u0001é\ud83d\ude00"))
        .hasToString("\"a\\\"b\\\\c\\nd\\te\\u0001é\\ud83d\\ude00\"");
  }
}
