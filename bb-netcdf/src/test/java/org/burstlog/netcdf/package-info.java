/**
 * Tests of the netCDF interface: the programme of contracts in {@code testing} on every environment
 * that needs no MPI, with and without a burst buffer; one test for each defect known of the C
 * library's burst buffer; and recovery of files without their program.
 */
@NullMarked
package org.burstlog.netcdf;

import org.jspecify.annotations.NullMarked;
