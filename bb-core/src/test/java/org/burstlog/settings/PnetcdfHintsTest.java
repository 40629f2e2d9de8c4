package org.burstlog.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.burstlog.SettingsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PnetcdfHintsTest {
  private static Settings with(String hints) throws SettingsException {
    return Settings.builder().environment(Map.of("PNETCDF_HINTS", hints)).build();
  }

  @Test
  void jobScriptsForPnetcdfGoOnWorking() throws SettingsException {
    Settings settings =
        with(
            "nc_burst_buf=enable;nc_burst_buf_dirname=/bb/job;nc_burst_buf_overwrite=enable; "
                + "nc_burst_buf_shared_logs = enable;nc_burst_buf_del_on_close=disable;"
                + "nc_burst_buf_flush_buffer_size=1048576");
    assertThat(settings.get(Settings.SWITCH)).isTrue();
    assertThat(settings.get(Settings.TIER)).isEqualTo(Optional.of(Path.of("/bb/job")));
    assertThat(settings.get(Settings.LAYOUT)).isEqualTo(Settings.Layout.NODE);
    assertThat(settings.get(Settings.KEEP)).isTrue();
    assertThat(settings.get(Settings.DRAIN_BUFFER)).isEqualTo(1 << 20);
  }

  @Test
  void noLimitOfTheBufferIsTheDefault() throws SettingsException {
    assertThat(with("nc_burst_buf_flush_buffer_size=0").get(Settings.DRAIN_BUFFER))
        .isEqualTo(16 << 20);
  }

  @Test
  void everythingElseBeatsThem() throws SettingsException {
    Settings settings =
        Settings.builder()
            .environment(
                Map.of(
                    "BURSTLOG",
                    "off",
                    "PNETCDF_HINTS",
                    "nc_burst_buf=enable;nc_burst_buf_dirname=/a"))
            .hints(Map.of("nc_burst_buf_dirname", "/b"))
            .build();
    assertThat(settings.get(Settings.SWITCH)).isFalse();
    assertThat(settings.get(Settings.TIER)).isEqualTo(Optional.of(Path.of("/b")));
  }

  @Test
  void otherHintsAreOthersBusiness() throws SettingsException {
    assertThat(with("nc_var_align_size=1;romio_cb_write=enable;;nonsense"))
        .hasToString("{burstlog=off}");
  }

  @ParameterizedTest
  @CsvSource({
    "nc_burst_buff=enable, nearest is nc_burst_buf",
    "nc_burst_buf, the hint nc_burst_buf in PNETCDF_HINTS has no value; write nc_burst_buf=value",
    "romio_cb_write=enable;NC_Burst_Buf_dirname /x, write nc_burst_buf_dirname=value",
    "nc_burst_buf_dirnam=/x, nearest is nc_burst_buf_dirname",
    "nc_burst_buf_shared_log=enable, nearest is nc_burst_buf_shared_logs",
    "nc_burst_buf=on, which is not enable or disable",
    "nc_burst_buf_overwrite=perhaps, which is not enable or disable",
    "nc_burst_buf_flush_buffer_size=16MiB, which is not a number of bytes"
  })
  void whatIsNotUnderstoodIsRefused(String hints, String message) {
    assertThatThrownBy(() -> with(hints))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(message)
        .hasMessageContaining("PNETCDF_HINTS");
  }
}
